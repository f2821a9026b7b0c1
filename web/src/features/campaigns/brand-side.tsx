import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MessageSquare, Users } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { channelsOf } from '@/domain/market/channels.ts'
import { imageUrl } from '@/domain/members/images.ts'
import type { MemberCard } from '@/domain/members/members.ts'
import { ChannelText } from '@/shared/members/channel-list.tsx'
import { MemberAvatar } from '@/shared/members/member-avatar.tsx'
import { RatingText } from '@/shared/members/rating-text.tsx'
import { VerifiedMark } from '@/shared/members/verified-mark.tsx'
import { WorkPicture } from '@/shared/members/work-picture.tsx'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { paths } from '@/domain/paths.ts'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { LinkedText } from '@/ui/linked-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ToneBadge } from '@/ui/tone-badge.tsx'
import { AcceptButton } from './accept-button.tsx'
import { applicationsQuery, isFull, useDecline, type Campaign, type WithCreator } from './queries.ts'
import { APPLICATION_TONES } from './tones.ts'
import styles from './campaigns.module.css'

/** The facts that a brand compares applicants by; the works are on the profile. */
function ApplicantFacts({ card }: { card: MemberCard }) {
  const { t } = useTranslation('common')
  return (
    <div className={styles.applicant}>
      {card.cover && <WorkPicture path={card.cover} />}
      <RatingText rating={card.rating} count={card.review_count} />
      <ul className={primitives.terms} aria-label={t('channels.title')}>
        {channelsOf(card).map((channel) => (
          <li key={channel.platform}>
            <ChannelText channel={channel} isShort />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface ItemProps {
  application: WithCreator
  campaign: Campaign
}

function ApplicationItem({ application, campaign }: ItemProps) {
  const { t } = useTranslation(['campaigns', 'common'])
  const decline = useDecline()
  const { creator, card } = application
  const name = creator?.display_name ?? t('common:unknown_creator')
  return (
    <article className={primitives.stack}>
      <header className={primitives.line}>
        <MemberAvatar name={name} image={imageUrl(creator?.profile_image)} size={44} />
        <div className={primitives.words}>
          <strong>
            <Link href={paths.creator(application.kol_id)} className={styles.plainLink}>
              <bdi>{name}</bdi>
            </Link>
            {creator?.is_verified && <VerifiedMark />}
          </strong>
          <span className={primitives.quiet}>
            {application.title} · {t('in_days', { count: application.delivery_days })}
          </span>
        </div>
        <b>
          <MoneyText minor={application.price_minor} currency={campaign.currency} />
        </b>
      </header>
      {card && <ApplicantFacts card={card} />}
      {application.note && (
        <p className={primitives.prose}>
          <LinkedText text={application.note} />
        </p>
      )}
      <footer className={primitives.wrap}>
        {application.status === 'sent' ? (
          <>
            {!isFull(campaign) && <AcceptButton application={application} name={name} />}
            <ConfirmButton
              variant="default"
              title={t('decline_title', { name })}
              text={t('decline_text')}
              onConfirm={() => decline.mutateAsync(application.id)}
            >
              {t('common:decline')}
            </ConfirmButton>
          </>
        ) : (
          <ToneBadge tone={APPLICATION_TONES[application.status] ?? 'neutral'}>
            {t(`application_${application.status}`)}
          </ToneBadge>
        )}
        {application.order_id && (
          <Button component={Link} href={paths.order(application.order_id)} variant="default">
            {t('common:to_order')}
          </Button>
        )}
        <Button
          component={Link}
          href={paths.messages(application.kol_id)}
          variant="subtle"
          leftSection={<MessageSquare size={16} aria-hidden />}
        >
          {t('common:message')}
        </Button>
      </footer>
    </article>
  )
}

export function BrandSide({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns')
  const query = useQuery(applicationsQuery(campaign.id))
  if (campaign.status === 'draft') return null
  return (
    <SectionCard title={t('applications')}>
      {isFull(campaign) && <p className={primitives.quiet}>{t('full_text')}</p>}
      <QueryView
        bare
        query={query}
        skeleton={<ListSkeleton rows={3} />}
        empty={{ icon: Users, title: t('no_applications'), text: t('no_applications_text') }}
      >
        {(list) => (
          <div className={`${primitives.stack} ${primitives.divided}`}>
            {list.map((application) => (
              <ApplicationItem
                key={application.id}
                application={application}
                campaign={campaign}
              />
            ))}
          </div>
        )}
      </QueryView>
    </SectionCard>
  )
}
