import { MessageSquare, Pencil } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { languagesOf } from '@/domain/market/market.ts'
import { ShortlistButton } from '@/shared/market/shortlist-button.tsx'
import { ChannelList } from '@/shared/members/channel-list.tsx'
import { imageUrl } from '@/domain/members/images.ts'
import { MemberAvatar } from '@/shared/members/member-avatar.tsx'
import type { Member } from '@/domain/members/members.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { RatingText } from '@/shared/members/rating-text.tsx'
import { VerifiedMark } from '@/shared/members/verified-mark.tsx'
import { paths } from '@/domain/paths.ts'
import { compactNumber } from '@/lib/i18n/time.ts'
import { Fact } from '@/ui/fact.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { useDocumentTitle } from '@/ui/use-document-title.ts'
import { LinkButton } from '@/ui/link-button.tsx'
import primitives from '@/ui/primitives.module.css'
import styles from './creator-profile.module.css'

function Facts({ member }: { member: Member }) {
  const { t, i18n } = useTranslation(['creator-profile', 'common'])
  const isCreator = member.role === 'kol'
  return (
    <dl className={styles.facts}>
      {isCreator && (
        <Fact name={t('followers')}>{compactNumber(member.follower_total, i18n.language)}</Fact>
      )}
      <Fact name={t('common:rating')}>
        <RatingText rating={member.rating} count={member.review_count} />
      </Fact>
      <Fact name={t('completed')}>{member.completed_orders}</Fact>
      <Fact name={t('common:language')}>{languagesOf(member, i18n.language)}</Fact>
    </dl>
  )
}

export function ProfileHead({ member }: { member: Member }) {
  const { t } = useTranslation(['creator-profile', 'common'])
  const { profile } = useProfile()
  useDocumentTitle(member.display_name)
  return (
    <header className={`${primitives.surface} ${styles.head}`}>
      <div className={styles.identity}>
        <MemberAvatar name={member.display_name} image={imageUrl(member.profile_image)} size={84} />
        <div className={styles.names}>
          <h1>
            <bdi>{member.display_name}</bdi>
            {member.is_verified && <VerifiedMark size={20} />}
          </h1>
          <p className={primitives.quiet}>
            {t(`common:role.${member.role}`)} · {t('since')}{' '}
            <TimeText value={member.created_at} show="date" />
          </p>
        </div>
        {member.role === 'kol' && <ShortlistButton creator={member} />}
        {profile.id === member.id ? (
          <LinkButton href={paths.settings()} leftSection={<Pencil size={16} aria-hidden />}>
            {t('edit_own')}
          </LinkButton>
        ) : (
          <LinkButton
            href={paths.messages(member.id)}
            leftSection={<MessageSquare size={16} aria-hidden />}
          >
            {t('message')}
          </LinkButton>
        )}
      </div>
      <Facts member={member} />
      <ChannelList member={member} />
    </header>
  )
}
