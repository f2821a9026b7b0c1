import { useInfiniteQuery } from '@tanstack/react-query'
import { Megaphone, Plus } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { UnlessSuspended } from '@/shared/members/unless-suspended.tsx'
import { paths } from '@/domain/paths.ts'
import { PageHeader } from '@/ui/page.tsx'
import primitives from '@/ui/primitives.module.css'
import { CardsSkeleton, QueryView } from '@/ui/query-view.tsx'
import { LinkButton } from '@/ui/link-button.tsx'
import { CampaignCard } from './campaign-card.tsx'
import { ownCampaignsQuery } from './queries.ts'
import { CAMPAIGN_TONES } from './tones.ts'

export function BrandCampaigns() {
  const { t } = useTranslation(['campaigns', 'common'])
  const { profile } = useProfile()
  const query = useInfiniteQuery(ownCampaignsQuery(profile.id))
  const create = (
    <UnlessSuspended>
      <LinkButton
        href={paths.campaign('new')}
        variant="filled"
        leftSection={<Plus size={16} aria-hidden />}
      >
        {t('new')}
      </LinkButton>
    </UnlessSuspended>
  )
  return (
    <>
      <PageHeader
        title={t('common:nav.campaigns')}
        description={t('description_brand')}
        actions={query.data?.pages[0]?.length ? create : undefined}
      />
      <QueryView
        more="auto"
        query={query}
        skeleton={<CardsSkeleton cards={4} height={200} />}
        empty={{
          icon: Megaphone,
          title: t('empty_brand'),
          text: t('empty_brand_text'),
          action: create,
        }}
      >
        {(data) => (
          <ul className={primitives.grid}>
            {data.pages.flat().map((campaign) => {
              const count = campaign.applications_waiting ?? 0
              return (
                <li key={campaign.id}>
                  <CampaignCard
                    campaign={campaign}
                    badge={{
                      tone: CAMPAIGN_TONES[campaign.status] ?? 'neutral',
                      text: t(`status_${campaign.status}`),
                    }}
                    note={count > 0 ? t('waiting', { count }) : undefined}
                  />
                </li>
              )
            })}
          </ul>
        )}
      </QueryView>
    </>
  )
}
