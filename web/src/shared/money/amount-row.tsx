import { MoneyText } from './money-text.tsx'

interface Props {
  label: string
  minor: number
  currency: string
  /** The sum of what stands above it. */
  strong?: boolean
  /** Shows the sign of a gain, too. */
  signed?: boolean
}

/** Row of a list (`primitives.pairs`) that names an amount. */
export function AmountRow({ label, strong, ...amount }: Props) {
  return (
    <div data-strong={strong || undefined}>
      <dt>{label}</dt>
      <dd>
        <MoneyText {...amount} />
      </dd>
    </div>
  )
}
