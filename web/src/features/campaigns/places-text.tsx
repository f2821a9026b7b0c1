import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { isCampaignFull, type Campaign } from './queries.ts'

/** How many creators an open campaign still seeks; nothing for other campaigns. */
export function PlacesText({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns')
  if (campaign.status !== 'open') return null
  return isCampaignFull(campaign)
    ? t('full')
    : t('places_left', { count: campaign.places_left ?? 0 })
}
