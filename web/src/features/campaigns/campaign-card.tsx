import { CalendarClock } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { filtersFromJson } from '@/domain/market/creator-filters.ts'
import { FilterChips } from '@/shared/market/filter-chips.tsx'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { paths } from '@/domain/paths.ts'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { ToneBadge, type Tone } from '@/ui/tone-badge.tsx'
import { PlacesText } from './places-text.tsx'
import type { Campaign } from './queries.ts'
import styles from './campaigns.module.css'

interface Props {
  campaign: Campaign
  /** The name of the brand, which its own list does not show. */
  brand?: string
  badge: { tone: Tone; text: string }
  note?: string
}

export function CampaignCard({ campaign, brand, badge, note }: Props) {
  const { t } = useTranslation('campaigns')
  const { emailNotifications: _none, ...filters } = filtersFromJson(campaign.filters)
  return (
    <article className={`${primitives.card} ${primitives.linkCard}`}>
      <div className={styles.cardHead}>
        <div>
          <h2>
            <Link href={paths.campaign(campaign.id)} className={primitives.cover}>
              <bdi>{campaign.title}</bdi>
            </Link>
          </h2>
          {brand && (
            <p className={primitives.quiet}>
              <bdi>{brand}</bdi>
            </p>
          )}
        </div>
        <ToneBadge tone={badge.tone}>{badge.text}</ToneBadge>
      </div>
      <p className={primitives.excerpt}>{campaign.body}</p>
      <FilterChips filters={filters} />
      <footer className={styles.cardEnd}>
        <span>
          {t('up_to')}{' '}
          <b>
            <MoneyText minor={campaign.budget_minor} currency={campaign.currency} />
          </b>
        </span>
        <span className={primitives.quiet}>
          <PlacesText campaign={campaign} />
        </span>
        <span className={primitives.quiet}>
          <CalendarClock size={14} aria-hidden /> {t('until')}{' '}
          <TimeText value={campaign.deadline} show="date" />
        </span>
        {note && <b className={styles.note}>{note}</b>}
      </footer>
    </article>
  )
}
