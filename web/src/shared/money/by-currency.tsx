import { Fragment, type ReactNode } from 'react'
import primitives from '@/ui/primitives.module.css'

interface Props<F> {
  figures: readonly F[]
  children: (currency: string, own: readonly F[]) => ReactNode
}

/** Figures grouped by currency, because amounts of different currencies are not added up. */
export function ByCurrency<F extends { currency: string }>({ figures, children }: Props<F>) {
  return (
    <div className={primitives.stack}>
      {Array.from(
        Map.groupBy(figures, ({ currency }) => currency),
        ([currency, own]) => (
          <Fragment key={currency}>{children(currency, own)}</Fragment>
        ),
      )}
    </div>
  )
}
