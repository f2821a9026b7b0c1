import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link, useLocation, useParams } from 'wouter'
import { filtersFromJson } from '@/domain/market/creator-filters.ts'
import { filesOf } from '@/domain/orders/delivered-files.ts'
import { AttachedList } from '@/shared/files/attached-list.tsx'
import { FilterChips } from '@/shared/market/filter-chips.tsx'
import { ForBrands } from '@/shared/members/for-brands.tsx'
import { useProfile } from '@/shared/members/profile.tsx'
import { UnlessSuspended } from '@/shared/members/unless-suspended.tsx'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { paths } from '@/domain/paths.ts'
import { useKeptOpen } from '@/lib/storage/kept-open.ts'
import { BackLink } from '@/ui/back-link.tsx'
import { EmptyPage } from '@/ui/empty-state.tsx'
import { GuardedForm } from '@/ui/leave-guard.tsx'
import { lazyOf } from '@/ui/loadable.tsx'
import { Page, PageHeader } from '@/ui/page.tsx'
import { MemberText } from '@/ui/member-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { AwaitedCode } from '@/ui/awaited-code.tsx'
import { PageSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { ToneBadge } from '@/ui/tone-badge.tsx'
import { LinkButton } from '@/ui/link-button.tsx'
import { BrandSide } from './brand-side.tsx'
import { CampaignActions } from './campaign-actions.tsx'
import { CreatorSide } from './creator-side.tsx'
import { PlacesText } from './places-text.tsx'
import { campaignQuery, type WithBrand } from './queries.ts'
import { CAMPAIGN_TONES } from './tones.ts'
import styles from './campaigns.module.css'

// The form is loaded on demand, because most readers do not edit the campaign.
const CampaignForm = lazyOf(() => import('./campaign-form.tsx'), 'CampaignForm')

function Facts({ campaign, isMine }: { campaign: WithBrand; isMine: boolean }) {
  const { t } = useTranslation(['campaigns', 'common'])
  const { emailNotifications: _none, ...filters } = filtersFromJson(campaign.filters)
  return (
    <SectionCard>
      <dl className={styles.facts}>
        <dt>{t('common:role.brand')}</dt>
        <dd>
          <Link href={paths.creator(campaign.brand_id)} className={styles.plainLink}>
            <bdi>{campaign.brand?.display_name ?? t('common:unknown_brand')}</bdi>
          </Link>
        </dd>
        <dt>{t('budget')}</dt>
        <dd>
          <MoneyText minor={campaign.budget_minor} currency={campaign.currency} />
        </dd>
        <dt>{t('sought')}</dt>
        <dd>
          {campaign.creators_sought}
          {campaign.status === 'open' && campaign.places_left !== campaign.creators_sought && (
            <>
              {' · '}
              <PlacesText campaign={campaign} />
            </>
          )}
        </dd>
        <dt>{t('deadline')}</dt>
        <dd>
          <TimeText value={campaign.deadline} show="date" />
        </dd>
        <dt>{t(isMine ? 'who' : 'who_sought')}</dt>
        <dd>
          <FilterChips filters={filters} />
        </dd>
      </dl>
    </SectionCard>
  )
}

function CampaignView({ campaign }: { campaign: WithBrand }) {
  const { t } = useTranslation(['campaigns', 'brief'])
  const { profile } = useProfile()
  const [editing, setEditing] = useKeptOpen(`campaign:${campaign.id}`, false)
  const isMine = campaign.brand_id === profile.id
  if (editing) {
    const done = () => setEditing(false)
    return (
      <GuardedForm>
        <AwaitedCode fallback={<PageSkeleton />}>
          <CampaignForm campaign={campaign} onSaved={done} onCancel={done} />
        </AwaitedCode>
      </GuardedForm>
    )
  }
  return (
    <>
      <PageHeader
        title={campaign.title}
        description={
          <ToneBadge tone={CAMPAIGN_TONES[campaign.status] ?? 'neutral'}>
            {t(`status_${campaign.status}`)}
          </ToneBadge>
        }
        actions={isMine && <CampaignActions campaign={campaign} onEdit={() => setEditing(true)} />}
      />
      <div className={primitives.stack}>
        <div className={`${primitives.columns} ${styles.columns}`}>
          <div className={primitives.stack}>
            <SectionCard title={t('brief:title')}>
              <MemberText text={campaign.body} hasLinks />
              <AttachedList links={campaign.links} files={filesOf(campaign.files)} />
            </SectionCard>
            {!isMine && profile.role === 'kol' && <CreatorSide campaign={campaign} />}
          </div>
          <Facts campaign={campaign} isMine={isMine} />
        </div>
        {isMine && campaign.status !== 'draft' && <BrandSide campaign={campaign} />}
      </div>
    </>
  )
}

function ExistingCampaign({ id }: { id: string }) {
  const { t } = useTranslation(['campaigns', 'common'])
  const query = useQuery(campaignQuery(id))
  return (
    <QueryView isPage query={query} skeleton={<PageSkeleton />}>
      {(campaign) =>
        campaign ? (
          <CampaignView campaign={campaign} />
        ) : (
          <EmptyPage
            icon={SearchX}
            title={t('gone_title')}
            text={t('gone_text')}
            action={<LinkButton href={paths.campaigns}>{t('common:nav.campaigns')}</LinkButton>}
          />
        )
      }
    </QueryView>
  )
}

export function CampaignPage() {
  const { t } = useTranslation(['campaigns', 'common'])
  const { campaignId = '' } = useParams<{ campaignId: string }>()
  const [, navigate] = useLocation()
  const { profile } = useProfile()
  if (campaignId === 'new' && profile.role !== 'brand') return <ForBrands />
  return (
    <Page>
      <BackLink href={paths.campaigns}>{t('common:nav.campaigns')}</BackLink>
      {campaignId === 'new' ? (
        <>
          <PageHeader title={t('new')} description={t('new_text')} />
          <UnlessSuspended>
            <GuardedForm>
              <AwaitedCode fallback={<PageSkeleton />}>
                <CampaignForm
                  campaign={null}
                  onSaved={(id) => navigate(paths.campaign(id), { replace: true })}
                  onCancel={() => navigate(paths.campaigns)}
                />
              </AwaitedCode>
            </GuardedForm>
          </UnlessSuspended>
        </>
      ) : (
        <ExistingCampaign id={campaignId} />
      )}
    </Page>
  )
}
