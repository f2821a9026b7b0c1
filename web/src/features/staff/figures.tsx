import { useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { periodsOf, periodText, SPANS, spanOf, type Span } from '@/domain/money/figures.ts'
import { decimalsOf, formatMoney, toDecimalString } from '@/domain/money/money.ts'
import { csvFile } from '@/lib/csv.ts'
import { useNow } from '@/lib/i18n/use-now.ts'
import { ByCurrency } from '@/shared/money/by-currency.tsx'
import { Plot } from '@/shared/money/plot.tsx'
import { SpanSelect } from '@/shared/money/span-select.tsx'
import primitives from '@/ui/primitives.module.css'
import { CardsSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SaveButton } from '@/ui/save-button.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { useUrlFilters } from '@/ui/use-url-filters.ts'
import { marketFiguresQuery, type MarketFigure } from './book-queries.ts'
import plots from '@/shared/money/plot.module.css'
import styles from './staff.module.css'

/** The database column of each measure that is an amount of money. */
const MONEY = { volume: 'volume_minor', refunded: 'refunded_minor', take: 'take_minor' } as const
const COUNTS = {
  disputes: 'disputes',
  payouts: 'payouts',
  late: 'payouts_late',
  days: 'payout_days',
} as const

const fileOf = (figures: readonly MarketFigure[]) =>
  csvFile([
    ['from', 'currency', ...Object.keys(MONEY), ...Object.keys(COUNTS)],
    ...figures.map((row) => [
      row.period,
      row.currency,
      ...Object.values(MONEY).map((name) => toDecimalString(row[name], decimalsOf(row.currency))),
      ...Object.values(COUNTS).map((name) => row[name]),
    ]),
  ])

interface PlotsProps {
  currency: string
  figures: readonly MarketFigure[]
  periods: readonly string[]
  span: Span
}

function Plots({ currency, figures, periods, span }: PlotsProps) {
  const { t, i18n } = useTranslation(['staff', 'figures'])
  const rows = periods.map((period) => figures.find((each) => each.period === period))
  const pointsOf = (column: keyof MarketFigure, words: (value: number) => string) =>
    rows.map((row, index) => {
      const value = row ? (row[column] as number | null) : column === 'payout_days' ? null : 0
      return {
        label: periodText(periods[index] ?? '', span, i18n.language),
        value,
        text: value === null ? t('figures:nothing') : words(value),
      }
    })
  const money = (minor: number) => formatMoney(minor, currency, i18n.language)
  const number = (value: number) => value.toLocaleString(i18n.language)
  const all = [
    ...Object.entries(MONEY).map(([name, column]) => ({ name, points: pointsOf(column, money) })),
    ...Object.entries(COUNTS).map(([name, column]) => ({ name, points: pointsOf(column, number) })),
  ] as const
  return (
    <SectionCard title={currency}>
      <div className={plots.plots}>
        {all.map(({ name, points }) => {
          const title = t(`figure_${name as keyof typeof MONEY | keyof typeof COUNTS}`)
          return <Plot key={name} title={title} name={`${title} (${currency})`} points={points} />
        })}
      </div>
    </SectionCard>
  )
}

export function Figures() {
  const { t } = useTranslation(['staff', 'figures', 'common'])
  const [valueOf, set] = useUrlFilters<'span'>()
  const span = spanOf(valueOf('span'))
  const periods = periodsOf(span, useNow())
  const query = useQuery(marketFiguresQuery(SPANS[span].step, periods))
  return (
    <div className={primitives.stack}>
      <div className={styles.inline}>
        <SpanSelect value={span} onChange={(next) => set('span', next)} />
        <SaveButton
          label={t('common:save_csv')}
          name="market.csv"
          content={() => fileOf(query.data ?? [])}
          disabled={!query.data?.length}
        />
      </div>
      <p className={styles.intro}>{t('figures_text')}</p>
      <QueryView
        query={query}
        skeleton={<CardsSkeleton cards={4} height={220} />}
        empty={{ icon: ChartColumn, title: t('figures:empty') }}
      >
        {(figures) => (
          <ByCurrency figures={figures}>
            {(currency, own) => (
              <Plots currency={currency} figures={own} periods={periods} span={span} />
            )}
          </ByCurrency>
        )}
      </QueryView>
    </div>
  )
}
