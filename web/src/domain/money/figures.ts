import type { CompositeTypes } from '@/lib/database.types.ts'
import type { Filled } from '@/lib/rows.ts'

/** Periods that figures can show, by their names in the address. */
export const SPANS = {
  '12m': { step: 'month', count: 12 },
  '24m': { step: 'month', count: 24 },
  '26w': { step: 'week', count: 26 },
} as const
export type Span = keyof typeof SPANS
export const spanOf = (text: string): Span => (text in SPANS ? (text as Span) : '12m')

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** The first days of the periods up to the present one, in UTC as in the ledger. */
export function periodsOf(span: Span, now: Date): string[] {
  const { step, count } = SPANS[span]
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const monday = day - ((now.getUTCDay() + 6) % 7)
  return Array.from({ length: count }, (_, index) => {
    const back = count - 1 - index
    return dayOf(
      new Date(
        step === 'month' ? Date.UTC(year, month - back) : Date.UTC(year, month, monday - 7 * back),
      ),
    )
  })
}

export function periodText(period: string, span: Span, locale: string): string {
  const month = SPANS[span].step === 'month'
  return new Intl.DateTimeFormat(locale, {
    ...(month ? { month: 'short' } : { day: 'numeric', month: 'short' }),
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(period))
}

export type Figure = Filled<CompositeTypes<'money_figure'>, 'group_id' | 'group_name'>

interface Series {
  id: string | null
  name: string | null
  /** One amount for each period. */
  amounts: number[]
  sum: number
}

/** A series for each group of a currency, the largest first. The group without an id, which stands for all others, is last. */
export function seriesOf(figures: readonly Figure[], periods: readonly string[]): Series[] {
  const groups = Map.groupBy(figures, ({ group_id }) => group_id)
  return Array.from(groups, ([id, own]) => {
    const amounts = periods.map((period) =>
      own.reduce((sum, each) => sum + (each.period === period ? each.amount_minor : 0), 0),
    )
    const sum = amounts.reduce((total, each) => total + each, 0)
    return { id, name: own[0]?.group_name ?? null, amounts, sum }
  }).toSorted((a, b) => Number(a.id === null) - Number(b.id === null) || b.sum - a.sum)
}
