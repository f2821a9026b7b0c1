import { Fact } from '@/ui/fact.tsx'
import { MoneyText } from './money-text.tsx'

interface Props {
  label: string
  minor: number
  currency: string
  strong?: boolean
  /** True to draw a line above the row; by default for strong rows, which are sums. */
  line?: boolean | undefined
  /** True to show a plus sign before gains. */
  signed?: boolean
}

/** An amount with its name, as a row of `primitives.pairs`. */
export function AmountRow({ label, strong, line = strong, ...amount }: Props) {
  return (
    <Fact name={label} data-strong={strong || undefined} data-line={line || undefined}>
      <MoneyText {...amount} />
    </Fact>
  )
}
