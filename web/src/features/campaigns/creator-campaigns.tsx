import { useInfiniteQuery } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link, useSearchParams } from 'wouter'
import { useProfile } from '@/shared/members/profile.tsx'
import { paths } from '@/domain/paths.ts'
import { LinkTabs } from '@/ui/link-tabs.tsx'
import { PageHeader } from '@/ui/page.tsx'
import primitives from '@/ui/primitives.module.css'
import { CardsSkeleton, ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { ToneBadge } from '@/ui/tone-badge.tsx'
import { LinkButton } from '@/ui/link-button.tsx'
import { CampaignCard } from './campaign-card.tsx'
import { myApplicationsQuery, openCampaignsQuery } from './queries.ts'
import { APPLICATION_TONES } from './tones.ts'

/** All applications of the creator, including those to campaigns that are closed. */
function ApplicationList() {
  const { t } = useTranslation('campaigns')
  const { profile } = useProfile()
  const query = useInfiniteQuery(myApplicationsQuery(profile.id))
  return (
    <QueryView
      more="auto"
      query={query}
      skeleton={<ListSkeleton rows={4} />}
      empty={{
        icon: Megaphone,
        title: t('empty_applied'),
        text: t('empty_applied_text'),
        action: <LinkButton href={paths.campaigns}>{t('tab_fitting')}</LinkButton>,
      }}
    >
      {(data) => (
        <ul className={primitives.rows}>
          {data.pages.flat().map((application) => (
            <li key={application.id}>
              <Link
                href={
                  application.order_id
                    ? paths.order(application.order_id)
                    : paths.campaign(application.campaign_id)
                }
                className={primitives.row}
              >
                <span className={primitives.words}>
                  <strong>
                    <bdi>{application.title}</bdi>
                  </strong>
                  <span className={primitives.quiet}>
                    <TimeText value={application.created_at} />
                  </span>
                </span>
                <ToneBadge tone={APPLICATION_TONES[application.status] ?? 'neutral'}>
                  {t(`application_${application.status}`)}
                </ToneBadge>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  )
}

const TABS = ['fitting', 'all', 'applied'] as const

function OpenCampaigns({ onlyFitting }: { onlyFitting: boolean }) {
  const { t } = useTranslation(['campaigns', 'common'])
  const { profile } = useProfile()
  const query = useInfiniteQuery(openCampaignsQuery())
  const shown = query.data?.pages
    .flat()
    .filter(
      (each) => !onlyFitting || each.matches_my_profile || each.campaign_invitations.length > 0,
    )
  const why = profile.suspended_at ? 'suspended' : onlyFitting ? 'fitting' : 'open'
  return (
    <QueryView
      more="auto"
      query={{ ...query, data: shown }}
      skeleton={<CardsSkeleton cards={4} height={200} />}
      // An empty first page is not the end, because a later page may contain a campaign that fits.
      isEmpty={(list) => list.length === 0 && !query.hasNextPage}
      empty={{
        icon: Megaphone,
        title: t(`empty_${why}`),
        text: t(`empty_${why}_text`),
        action: why === 'fitting' && (
          <LinkButton href={`${paths.campaigns}?tab=all`}>{t('tab_all')}</LinkButton>
        ),
      }}
    >
      {(list) => (
        <ul className={primitives.grid}>
          {list.map((campaign) => {
            const status = campaign.applied
            const isInvited = campaign.campaign_invitations.length > 0
            const fitting = campaign.matches_my_profile || isInvited
            return (
              <li key={campaign.id}>
                <CampaignCard
                  campaign={campaign}
                  brand={campaign.brand?.display_name ?? t('common:unknown_brand')}
                  badge={
                    status
                      ? {
                          tone: APPLICATION_TONES[status] ?? 'neutral',
                          text: t(`application_${status}`),
                        }
                      : {
                          tone: fitting ? 'good' : 'neutral',
                          text: t(isInvited ? 'invited_you' : fitting ? 'fits' : 'fits_not'),
                        }
                  }
                />
              </li>
            )
          })}
        </ul>
      )}
    </QueryView>
  )
}

export function CreatorCampaigns() {
  const { t } = useTranslation(['campaigns', 'common'])
  const [params] = useSearchParams()
  const tab = TABS.find((each) => each === params.get('tab')) ?? 'fitting'
  return (
    <>
      <PageHeader title={t('common:nav.campaigns')} description={t('description_kol')} />
      <LinkTabs
        label={t('common:nav.campaigns')}
        current={tab}
        tabs={TABS.map((each) => ({
          value: each,
          label: t(`tab_${each}`),
          href: each === 'fitting' ? paths.campaigns : `${paths.campaigns}?tab=${each}`,
        }))}
      />
      {tab === 'applied' ? <ApplicationList /> : <OpenCampaigns onlyFitting={tab === 'fitting'} />}
    </>
  )
}
