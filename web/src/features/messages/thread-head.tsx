import { ActionIcon, Skeleton } from '@mantine/core'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { imageUrl } from '@/domain/members/images.ts'
import { MemberAvatar } from '@/shared/members/member-avatar.tsx'
import { VerifiedMark } from '@/shared/members/verified-mark.tsx'
import { paths } from '@/domain/paths.ts'
import { lazyMenu } from '@/ui/opener.tsx'
import { ThreadMenuButton } from './thread-menu-button.tsx'
import primitives from '@/ui/primitives.module.css'
import styles from '@/shared/messages/messages.module.css'

export type OtherMember = {
  id: string
  name: string
  /** False while the name is still loading. */
  isNamed: boolean
  /** True while the member's data are loading; false if they cannot be loaded, for example without a connection. */
  isBeingRead: boolean
  image: string | null
  role: string | null
  isVerified: boolean
  isMember: boolean
  /** True once it is known whether the other person is still a member. */
  isLookedUp: boolean
  blockedByMe: boolean
  blocked: boolean
}

const ThreadMenu = lazyMenu(ThreadMenuButton, () => import('./thread-menu.tsx'), 'ThreadMenu')

interface Props {
  other: OtherMember
  isHere: boolean
  isTyping: boolean
}

export function ThreadHead({ other, isHere, isTyping }: Props) {
  const { t } = useTranslation('messages')
  return (
    <header className={styles.head}>
      <ActionIcon
        component={Link}
        href={paths.messages()}
        size={38}
        className={styles.back}
        aria-label={t('back')}
      >
        <ArrowLeft size={20} aria-hidden />
      </ActionIcon>
      {other.isNamed ? (
        <MemberAvatar name={other.name} image={imageUrl(other.image)} size={40} />
      ) : (
        other.isBeingRead && <Skeleton height={40} circle />
      )}
      <div className={primitives.words}>
        {other.isNamed ? (
          <h2>
            <bdi>{other.name}</bdi>
            {other.isVerified && <VerifiedMark />}
          </h2>
        ) : (
          other.isBeingRead && <Skeleton height={20} width={140} />
        )}
        <span className={styles.quiet} role="status">
          {isTyping ? t('typing') : isHere ? t('here') : ''}
        </span>
      </div>
      <ThreadMenu other={other} />
    </header>
  )
}
