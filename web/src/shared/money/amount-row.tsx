import { Fact } from '@/ui/fact.tsx'
import { MoneyText } from './money-text.tsx'

interface Props {
  label: string
  minor: number
  currency: string
  strong?: boolean
  /** A line divides it from what stands above it; with a strong row by default, which is a sum then. */
  line?: boolean | undefined
  /** Shows the sign of a gain, too. */
  signed?: boolean
}

/** Row of a list (`primitives.pairs`) that names an amount. */
export function AmountRow({ label, strong, line = strong, ...amount }: Props) {
  return (
    <Fact name={label} data-strong={strong || undefined} data-line={line || undefined}>
      <MoneyText {...amount} />
    </Fact>
  )
}
