import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import {
  periodsOf,
  periodText,
  seriesOf,
  spanOf,
  type Figure,
  type Span,
} from '@/domain/money/figures.ts'
import { decimalsOf, formatMoney, toDecimalString } from '@/domain/money/money.ts'
import { paths } from '@/domain/paths.ts'
import { csvFile } from '@/lib/csv.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { useNow } from '@/lib/i18n/use-now.ts'
import { ByCurrency } from '@/shared/money/by-currency.tsx'
import { Plot } from '@/shared/money/plot.tsx'
import { SpanSelect } from '@/shared/money/span-select.tsx'
import { BackLink } from '@/ui/back-link.tsx'
import { Page, PageHeader } from '@/ui/page.tsx'
import { CardsSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SaveButton } from '@/ui/save-button.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { useUrlFilters } from '@/ui/use-url-filters.ts'
import { figuresQuery } from './queries.ts'
import plots from '@/shared/money/plot.module.css'
import styles from './payments.module.css'

const GROUPS = ['all', 'partner', 'campaign', 'pack'] as const
type Group = (typeof GROUPS)[number]

const fileOf = (figures: readonly Figure[]) =>
  csvFile([
    ['from', 'currency', 'group', 'amount'],
    ...figures.map(({ period, currency, group_name, amount_minor }) => [
      period,
      currency,
      group_name,
      toDecimalString(amount_minor, decimalsOf(currency)),
    ]),
  ])

interface PlotsProps {
  currency: string
  figures: readonly Figure[]
  periods: readonly string[]
  span: Span
  all: string
}

function Plots({ currency, figures, periods, span, all }: PlotsProps) {
  const { i18n } = useTranslation()
  const money = (minor: number) => formatMoney(minor, currency, i18n.language)
  return (
    <SectionCard title={currency}>
      <div className={plots.plots}>
        {seriesOf(figures, periods).map(({ id, name, amounts, sum }) => (
          <Plot
            key={id}
            title={<bdi>{name ?? all}</bdi>}
            name={`${name ?? all} (${currency})`}
            sum={money(sum)}
            points={amounts.map((value, index) => ({
              label: periodText(periods[index] ?? '', span, i18n.language),
              value,
              text: money(value),
            }))}
          />
        ))}
      </div>
    </SectionCard>
  )
}

/** A creator's earnings, or a brand's spend, over time. */
export function FiguresPage() {
  const { t } = useTranslation(['figures', 'common', 'payments'])
  const { profile } = useProfile()
  const role = profile.role === 'kol' ? 'kol' : 'brand'
  const [valueOf, set] = useUrlFilters<'by' | 'span'>()
  const by: Group = GROUPS.find((each) => each === valueOf('by')) ?? 'all'
  const span = spanOf(valueOf('span'))
  const query = useQuery(figuresQuery(by, span, periodsOf(span, useNow())))
  return (
    <Page>
      <BackLink href={paths.payments}>{t('common:nav.payments')}</BackLink>
      <PageHeader title={t('payments:over_time')} description={t(`description_${role}`)} />
      <div className={styles.filters}>
        <NativeSelect
          label={t('by')}
          data={GROUPS.map((value) => ({
            value,
            label: t(value === 'partner' ? `by_partner_${role}` : `by_${value}`),
          }))}
          value={by}
          onChange={(event) => set('by', event.currentTarget.value)}
        />
        <SpanSelect value={span} onChange={(next) => set('span', next)} />
        <SaveButton
          label={t('common:save_csv')}
          name="figures.csv"
          content={() => fileOf(query.data?.figures ?? [])}
          disabled={!query.data?.figures.length}
        />
      </div>
      <QueryView
        query={query}
        isEmpty={({ figures }) => !figures.length}
        skeleton={<CardsSkeleton cards={2} height={220} />}
        empty={{ icon: ChartColumn, title: t('empty'), text: t(`empty_text_${role}`) }}
      >
        {({ figures, ...asked }) => (
          <ByCurrency figures={figures}>
            {(currency, own) => (
              <Plots
                currency={currency}
                figures={own}
                periods={asked.periods}
                span={asked.span}
                all={t(asked.by === 'all' ? 'by_all' : 'everything_else')}
              />
            )}
          </ByCurrency>
        )}
      </QueryView>
    </Page>
  )
}
