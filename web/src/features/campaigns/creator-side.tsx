import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { paths } from '@/domain/paths.ts'
import { useNow } from '@/lib/i18n/use-now.ts'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { MemberText } from '@/ui/member-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { ToneBadge } from '@/ui/tone-badge.tsx'
import { ApplyForm } from './apply-form.tsx'
import {
  isCampaignFull,
  myApplicationQuery,
  useWithdrawApplication,
  type Application,
  type WithBrand,
} from './queries.ts'
import { LinkButton } from '@/ui/link-button.tsx'
import { APPLICATION_TONES } from './tones.ts'
import styles from './campaigns.module.css'

function MyApplication({ application, currency }: { application: Application; currency: string }) {
  const { t } = useTranslation(['campaigns', 'common'])
  const withdraw = useWithdrawApplication()
  return (
    <div className={primitives.stack}>
      <div className={styles.cardHead}>
        <div>
          <strong>
            <bdi>{application.title}</bdi>
          </strong>
          <p className={primitives.quiet}>
            <MoneyText minor={application.price_minor} currency={currency} /> ·{' '}
            {t('in_days', { count: application.delivery_days })} ·{' '}
            {t('common:revisions', { count: application.revisions })}
          </p>
        </div>
        <ToneBadge tone={APPLICATION_TONES[application.status] ?? 'neutral'}>
          {t(`application_${application.status}`)}
        </ToneBadge>
      </div>
      {application.description && <MemberText text={application.description} hasLinks />}
      {application.status === 'sent' && (
        <ConfirmButton
          variant="default"
          title={t('withdraw_title')}
          text={t('withdraw_text')}
          onConfirm={() => withdraw.mutateAsync(application.id)}
        >
          {t('common:withdraw')}
        </ConfirmButton>
      )}
      {application.order_id && (
        <LinkButton href={paths.order(application.order_id)} variant="filled">
          {t('common:to_order')}
        </LinkButton>
      )}
    </div>
  )
}

export function CreatorSide({ campaign }: { campaign: WithBrand }) {
  const { t } = useTranslation('campaigns')
  const { profile, canBuyOrSellOwnGig } = useProfile()
  const query = useQuery(myApplicationQuery(profile.id, campaign.id))
  const now = useNow()
  const isInvited = campaign.campaign_invitations.length > 0
  const isOpen = campaign.status === 'open' && new Date(campaign.deadline) > now
  const fits = campaign.matches_my_profile || isInvited
  const mayApply = isOpen && !isCampaignFull(campaign) && canBuyOrSellOwnGig && fits
  return (
    <SectionCard
      title={t('your_application')}
      actions={isInvited && <ToneBadge tone="good">{t('invited_you')}</ToneBadge>}
    >
      <QueryView bare query={query} skeleton={<ListSkeleton rows={2} />}>
        {(mine) => {
          const sent = mine && mine.status !== 'withdrawn' && (
            <MyApplication application={mine} currency={campaign.currency} />
          )
          if (sent && !(mayApply && mine.gave_place_back)) return sent
          if (!isOpen) return <p className={primitives.quiet}>{t('closed_text')}</p>
          if (isCampaignFull(campaign))
            return <p className={primitives.quiet}>{t('full_kol_text')}</p>
          if (!canBuyOrSellOwnGig) return <p className={primitives.quiet}>{t('cannot_apply')}</p>
          if (!fits) return <p className={primitives.quiet}>{t('fits_not_text')}</p>
          return (
            <div className={primitives.stack}>
              {sent}
              {sent && <p>{t('again_text')}</p>}
              <ApplyForm campaign={campaign} />
            </div>
          )
        }}
      </QueryView>
    </SectionCard>
  )
}
