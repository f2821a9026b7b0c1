import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { Link } from 'wouter'
import { shortlistQuery } from '@/domain/market/shortlist.ts'
import { imageUrl } from '@/domain/members/images.ts'
import type { MemberCard } from '@/domain/members/members.ts'
import { paths } from '@/domain/paths.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { MemberAvatar } from '@/shared/members/member-avatar.tsx'
import { RatingText } from '@/shared/members/rating-text.tsx'
import { Dialog } from '@/ui/dialog.tsx'
import primitives from '@/ui/primitives.module.css'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { LinkButton } from '@/ui/link-button.tsx'
import { appliedQuery, invitableQuery, useInviteToCampaign, type WithBrand } from './queries.ts'
import styles from './campaigns.module.css'

interface Props {
  campaign: WithBrand
  onClose: () => void
}

interface InviteProps {
  campaign: WithBrand
  creator: MemberCard
  hasApplied: boolean
}

/** Uses `aria-disabled`, because a button that is disabled or loading would lose the focus when it is pressed. */
function InviteButton({ campaign, creator, hasApplied }: InviteProps) {
  const { t } = useTranslation('campaigns')
  const invite = useInviteToCampaign()
  const isInvited = campaign.campaign_invitations.some(({ kol_id }) => kol_id === creator.id)
  const isOff = isInvited || hasApplied || invite.isPending
  const label = t(hasApplied ? 'application_sent' : isInvited ? 'invited' : 'invite')
  return (
    <Button
      size="xs"
      variant="default"
      data-disabled={isOff || undefined}
      aria-disabled={isOff}
      aria-label={`${label}: ${creator.display_name}`}
      onClick={() => !isOff && invite.mutate({ campaignId: campaign.id, creatorId: creator.id })}
    >
      {label}
    </Button>
  )
}

export function InviteDialog({ campaign, onClose }: Props) {
  const { t } = useTranslation(['campaigns', 'common'])
  const { data: listed, ...shortlist } = useQuery(shortlistQuery())
  const ids = listed?.map(({ creator_id }) => creator_id)
  const creators = useQuery({ ...invitableQuery(ids ?? []), enabled: ids !== undefined })
  const { data: applied } = useQuery(appliedQuery(campaign.id, ids ?? []))
  return (
    <Dialog opened title={t('invite_title')} onClose={onClose}>
      <div className={primitives.stack}>
        <p className={primitives.quiet}>{t('invite_text')}</p>
        <QueryView
          bare
          query={shortlist.isError ? { ...shortlist, data: undefined } : creators}
          skeleton={<ListSkeleton rows={3} />}
          empty={{
            icon: Star,
            title: t('invite_none'),
            text: t('invite_none_text'),
            action: <LinkButton href={paths.discover}>{t('common:nav.discover')}</LinkButton>,
          }}
        >
          {(list) => (
            <ul className={`${primitives.stack} ${primitives.divided}`}>
              {list.map((creator) => (
                <li key={creator.id} className={primitives.line}>
                  <MemberAvatar
                    name={creator.display_name}
                    image={imageUrl(creator.profile_image)}
                    size={36}
                  />
                  <div className={`${primitives.words} ${styles.invitable}`}>
                    <Link href={paths.creator(creator.id)} className={styles.plainLink}>
                      <bdi>{creator.display_name}</bdi>
                    </Link>
                    <RatingText rating={creator.rating} count={creator.review_count} />
                  </div>
                  <InviteButton
                    campaign={campaign}
                    creator={creator}
                    hasApplied={applied?.includes(creator.id) === true}
                  />
                </li>
              ))}
            </ul>
          )}
        </QueryView>
      </div>
    </Dialog>
  )
}
