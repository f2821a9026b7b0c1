import { Menu } from '@mantine/core'
import { Ban, UserRound } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { useBlockMember } from './queries.ts'
import type { OtherMember } from './thread-head.tsx'
import { OpenedMenu } from '@/ui/opened-menu.tsx'
import { ThreadMenuButton } from './thread-menu-button.tsx'

export function ThreadMenu({ other }: { other: OtherMember }) {
  const { t } = useTranslation('messages')
  const block = useBlockMember(other.id)
  return (
    <OpenedMenu button={ThreadMenuButton}>
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
    </OpenedMenu>
  )
}
