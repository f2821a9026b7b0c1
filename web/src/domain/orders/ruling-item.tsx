import { useTranslation } from 'react-i18next'
import { MoneyText } from '@/domain/money/money-text.tsx'
import type { Tables } from '@/lib/database.types.ts'
import { LinkedText } from '@/ui/linked-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import styles from './statement-item.module.css'

/** A ruling of staff: the share, what was found, which part of the agreement decided, and why. */
export function RulingItem({ ruling, currency }: { ruling: Tables<'rulings'>; currency: string }) {
  const { t } = useTranslation()
  return (
    <article className={styles.statement}>
      <header>
        <strong>{t(`ruling.${ruling.instance}`)}</strong>{' '}
        <span className={primitives.quiet}>
          <TimeText value={ruling.created_at} />
        </span>
      </header>
      <p className={styles.text}>
        <b>
          <MoneyText minor={ruling.creator_share_minor} currency={currency} />
        </b>{' '}
        {t('ruling.for_creator')} · {t(`ruling_category.${ruling.category}`)} ·{' '}
        {t(`ruling_clause.${ruling.clause}`)}
      </p>
      <p className={styles.text}>
        <LinkedText text={ruling.note} />
      </p>
    </article>
  )
}
