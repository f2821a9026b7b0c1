import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { briefOf, isEmpty } from '@/domain/briefs/brief.ts'
import { BriefView } from '@/shared/briefs/brief-view.tsx'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { MemberText } from '@/ui/member-text.tsx'
import type { Offer } from './queries.ts'
import styles from './offers.module.css'

/** The terms of an offer: price, work, milestones, days, revisions, and the brief if a brand wrote one. */
export function OfferTerms({ offer, former }: { offer: Offer; former?: Offer | undefined }) {
  const { t } = useTranslation(['offers', 'brief', 'common'])
  const brief = briefOf(offer)
  return (
    <>
      <strong className={styles.price}>
        <MoneyText minor={offer.price_minor} currency={offer.currency} />
      </strong>
      {former && (
        <p className={styles.quiet}>
          {t('counters')} <MoneyText minor={former.price_minor} currency={former.currency} />
        </p>
      )}
      <MemberText text={offer.scope} hasLinks />
      {offer.milestones.length > 0 && (
        <ol className={styles.parts} aria-label={t('common:milestones')}>
          {offer.milestones.map(({ title, amount_minor }, index) => (
            // Titles may repeat, and the list never changes, so the position is the key.
            <li key={index}>
              <bdi>{title}</bdi> · <MoneyText minor={amount_minor} currency={offer.currency} />
            </li>
          ))}
        </ol>
      )}
      <p className={styles.quiet}>
        {t(offer.milestones.length > 0 ? 'days_each_shown' : 'common:days', {
          count: offer.delivery_days,
        })}{' '}
        · {t('common:revisions', { count: offer.revisions })}
        {offer.needs_draft && ` · ${t('needs_draft_shown')}`}
      </p>
      {!isEmpty(brief) && (
        <details className={styles.brief}>
          <summary>{t('brief:title')}</summary>
          <BriefView brief={brief} />
        </details>
      )}
    </>
  )
}
