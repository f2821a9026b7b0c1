import { Alert, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { platformName } from '@/domain/market/market.ts'
import { formatMoney } from '@/domain/money/money.ts'
import type { ChangedTerms, Terms } from '@/domain/orders/changed-terms.ts'
import { PROMISE_FACTS, promiseText } from '@/domain/orders/promise.ts'
import styles from './terms-compare.module.css'

/** Table of the terms that the buyer saw and the current ones, with the differences marked. */
export function TermsCompare({ seen, now }: ChangedTerms) {
  const { t, i18n } = useTranslation(['changed-terms', 'common'])
  const { t: promise } = useTranslation('promise')
  const rows: { name: string; of: (terms: Terms) => string; differs: boolean }[] = [
    {
      name: t('price'),
      of: (each) => formatMoney(each.price_minor, each.currency, i18n.language),
      differs: seen?.price_minor !== now.price_minor || seen.currency !== now.currency,
    },
    {
      name: t('delivery'),
      of: (each) => t('common:days', { count: each.delivery_days }),
      differs: seen?.delivery_days !== now.delivery_days,
    },
    {
      name: t('revisions'),
      of: (each) => String(each.revisions),
      differs: seen?.revisions !== now.revisions,
    },
    { name: t('name'), of: (each) => each.title, differs: seen?.title !== now.title },
    {
      name: t('platform'),
      of: (each) => (each.platform ? platformName(each.platform) : '–'),
      differs: seen?.platform !== now.platform,
    },
    {
      name: t('description'),
      of: (each) => each.description || '–',
      differs: seen?.description !== now.description,
    },
    {
      name: promise('deliverables'),
      of: (each) => each.deliverables?.join(' · ') || '–',
      differs: seen?.deliverables?.join('\n') !== now.deliverables?.join('\n'),
    },
    ...PROMISE_FACTS.map((fact) => {
      const of = (each: Terms) => promiseText(fact, each, promise) ?? '–'
      return { name: promise(fact), of, differs: !seen || of(seen) !== of(now) }
    }),
  ]
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
            .filter((row) => row.differs || row.name === t('price'))
            .map((row) => (
              <tr key={row.name} data-differs={row.differs || undefined}>
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
