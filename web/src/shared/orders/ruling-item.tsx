import { useTranslation } from '@/lib/i18n/use-translation.ts'
import type { Tables } from '@/lib/database.types.ts'
import { MemberText } from '@/ui/member-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import type { OrderSide } from '@/domain/orders/orders.ts'
import { ShareSplit } from './share-split.tsx'
import styles from './statement-item.module.css'

interface Props {
  ruling: Tables<'rulings'>
  /** The side of the reader; null for staff. */
  side: OrderSide | null
  isReplaced?: boolean
}

/** A ruling: what each side gets, the finding, the clause of the rules that decided, and the reason. */
export function RulingItem({ ruling, side, isReplaced = false }: Props) {
  const { t } = useTranslation()
  return (
    <article className={styles.statement}>
      <header>
        <strong>{t(`ruling.${ruling.instance}`)}</strong>{' '}
        <span className={primitives.quiet}>
          <TimeText value={ruling.created_at} />
        </span>
      </header>
      {isReplaced && <p className={primitives.quiet}>{t('ruling.replaced')}</p>}
      <ShareSplit orderId={ruling.order_id} shareMinor={ruling.creator_share_minor} side={side} />
      <p className={styles.text}>
        {t('ruling.found')} {t(`ruling_category.${ruling.category}`)}
        <br />
        {t('ruling.decided')} {t(`ruling_clause.${ruling.clause}`)}
      </p>
      <MemberText text={ruling.note} hasLinks className={styles.text} />
    </article>
  )
}
