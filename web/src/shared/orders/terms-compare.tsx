import { Alert, VisuallyHidden } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { platformName } from '@/domain/market/market.ts'
import { formatMoney } from '@/domain/money/money.ts'
import type { ChangedTerms, BuyerTerms } from '@/domain/orders/changed-terms.ts'
import { extraDaysText, extrasOf, tiersOf } from '@/domain/orders/choices.ts'
import { PROMISE_FACTS, promiseText } from '@/domain/orders/promise.ts'
import styles from './terms-compare.module.css'

type Row = { name: string; of: (terms: BuyerTerms) => string }

/** Rows for tiers and extras, each with its price and its days. */
function useChoiceRows(): Row[] {
  const { t, i18n } = useTranslation(['promise', 'common'])
  const { t: promise } = useTranslation('promise')
  const money = (minor: number, { currency }: BuyerTerms) =>
    formatMoney(minor, currency, i18n.language)
  const listed = (entries: (string | null | undefined)[][]) =>
    entries.map((facts) => facts.filter(Boolean).join(', ')).join(' · ') || '–'
  return [
    {
      name: t('tiers'),
      of: (terms) =>
        listed(
          tiersOf(terms).map(({ name, price_minor, delivery_days, revisions, description }) => [
            name,
            money(price_minor, terms),
            t('common:days', { count: delivery_days }),
            t('common:revisions', { count: revisions }),
            description,
          ]),
        ),
    },
    {
      name: t('extras'),
      of: (terms) =>
        listed(
          extrasOf(terms).map((extra) => [
            extra.name,
            money(extra.price_minor, terms),
            extraDaysText(extra, promise),
          ]),
        ),
    },
  ]
}

/** Table of the terms that the buyer saw and the current ones, with the differences marked. */
export function TermsCompare({ seen, now }: ChangedTerms) {
  const { t, i18n } = useTranslation(['changed-terms', 'common', 'filters'])
  const { t: promise } = useTranslation('promise')
  const rows: Row[] = [
    {
      name: t('common:price'),
      of: (each) => formatMoney(each.price_minor, each.currency, i18n.language),
    },
    { name: t('filters:delivery'), of: (each) => t('common:days', { count: each.delivery_days }) },
    { name: t('revisions'), of: (each) => String(each.revisions) },
    { name: t('common:work_title'), of: (each) => each.title },
    {
      name: t('common:platform'),
      of: (each) => (each.platform ? platformName(each.platform) : '–'),
    },
    { name: t('description'), of: (each) => each.description || '–' },
    { name: promise('deliverables'), of: (each) => each.deliverables?.join(' · ') || '–' },
    ...useChoiceRows(),
    ...PROMISE_FACTS.map((fact) => ({
      name: promise(fact),
      of: (each: BuyerTerms) => promiseText(fact, each, promise) ?? '–',
    })),
  ]
  const differs = ({ of }: Row) => !seen || of(seen) !== of(now)
  return (
    <Alert color="yellow" title={t('title')} role="alert">
      <p className={styles.text}>{t('text')}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{t('what')}</VisuallyHidden>
            </th>
            <th scope="col">{t('seen')}</th>
            <th scope="col">{t('now')}</th>
          </tr>
        </thead>
        <tbody>
          {rows
            .filter((row) => differs(row) || row.name === t('common:price'))
            .map((row) => (
              <tr key={row.name} data-differs={differs(row) || undefined}>
                <th scope="row">{row.name}</th>
                <td>{seen ? row.of(seen) : '–'}</td>
                <td>{row.of(now)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </Alert>
  )
}
