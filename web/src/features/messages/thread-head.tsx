import { ActionIcon, Menu } from '@mantine/core'
import { ArrowLeft, Ban, EllipsisVertical, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { imageUrl } from '@/domain/members/images.ts'
import { MemberAvatar } from '@/domain/members/member-avatar.tsx'
import { VerifiedMark } from '@/domain/members/verified-mark.tsx'
import { paths } from '@/domain/paths.ts'
import { useBlock } from './queries.ts'
import styles from '@/domain/messages/messages.module.css'

export type Other = {
  id: string
  name: string
  image: string | null
  role: string | null
  isVerified: boolean
  isMember: boolean
  /** It is known whether they are a member. */
  isLookedUp: boolean
  blockedByMe: boolean
  blocked: boolean
}

interface Props {
  other: Other
  isHere: boolean
  isTyping: boolean
}

export function ThreadHead({ other, isHere, isTyping }: Props) {
  const { t } = useTranslation('messages')
  const block = useBlock(other.id)
  return (
    <header className={styles.head}>
      <ActionIcon
        component={Link}
        href={paths.messages()}
        variant="subtle"
        color="gray"
        size={38}
        className={styles.back}
        aria-label={t('back')}
      >
        <ArrowLeft size={20} aria-hidden />
      </ActionIcon>
      <MemberAvatar name={other.name} image={imageUrl(other.image)} size={40} />
      <div className={styles.headWords}>
        <h2>
          {other.name}
          {other.isVerified && <VerifiedMark />}
        </h2>
        <span className={styles.quiet} role="status">
          {isTyping ? t('typing') : isHere ? t('here') : ''}
        </span>
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={38} aria-label={t('actions')}>
            <EllipsisVertical size={19} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {other.isMember && (
            <Menu.Item
              component={Link}
              href={paths.creator(other.id)}
              leftSection={<UserRound size={16} aria-hidden />}
            >
              {t('profile')}
            </Menu.Item>
          )}
          <Menu.Item
            color="red"
            leftSection={<Ban size={16} aria-hidden />}
            onClick={() => block.mutate(!other.blockedByMe)}
          >
            {t(other.blockedByMe ? 'unblock' : 'block')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </header>
  )
}
