import type { ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { languagesOf } from '@/domain/market/market.ts'
import { OTHER_LISTS, wordLabel } from '@/domain/market/member-lists.ts'
import { traitLabels } from '@/domain/market/traits.ts'
import { worksOf } from '@/domain/members/works.ts'
import { imageUrl } from '@/domain/members/images.ts'
import { ChannelList } from '@/shared/members/channel-list.tsx'
import { WorkGrid } from '@/shared/members/work-grid.tsx'
import { MemberAvatar } from '@/shared/members/member-avatar.tsx'
import { VerifiedMark } from '@/shared/members/verified-mark.tsx'
import { MemberText } from '@/ui/member-text.tsx'
import { GroupName } from '@/ui/named-group.tsx'
import primitives from '@/ui/primitives.module.css'
import { TagList } from '@/ui/tag-list.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { MemberLink } from './links.tsx'
import type { Profile } from './staff-rows.ts'
import styles from './staff.module.css'

interface HeadProps {
  profile: Profile
  children?: ReactNode
}

export function ProfileHead({ profile, children }: HeadProps) {
  const { t, i18n } = useTranslation(['staff', 'common'])
  const name = profile.display_name ?? t('common:unknown')
  return (
    <header className={`${primitives.line} ${styles.profileHead}`}>
      <MemberAvatar name={name} image={imageUrl(profile.profile_image)} size={46} />
      <div className={primitives.words}>
        <GroupName>
          <MemberLink id={profile.id} name={name} />
          {profile.is_verified && <VerifiedMark />}
        </GroupName>
        <span className={primitives.quiet}>
          {profile.role && t(`common:role.${profile.role}`)}
          {profile.language && ` · ${languagesOf(profile, i18n.language)}`}
          {' · '}
          {t('joined')} <TimeText value={profile.created_at} />
        </span>
      </div>
      {children}
    </header>
  )
}

/** Profile data that staff need to decide about the member. */
export function ProfileDetails({ profile }: { profile: Profile }) {
  const { t } = useTranslation(['staff', 'common'])
  return (
    <>
      <MemberText text={profile.bio || t('no_bio')} className={styles.text} />
      <ChannelList member={profile} />
      <WorkGrid works={worksOf(profile)} />
      <TagList
        label={t('topics')}
        tags={[
          ...OTHER_LISTS.flatMap((list) => profile[list].map((each) => wordLabel(list, each))),
          ...traitLabels(profile),
          ...profile.expertise,
        ]}
      />
    </>
  )
}
