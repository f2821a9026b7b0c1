import { ActionIcon } from '@mantine/core'
import { Ellipsis } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { lazyMenu } from '@/ui/opener.tsx'
import styles from './messages.module.css'

export function MessageActionsButton(props: Omit<ComponentPropsWithRef<'button'>, 'color'>) {
  const { t } = useTranslation('messages')
  return (
    <ActionIcon
      size={36}
      radius="xl"
      aria-label={t('message_actions')}
      aria-haspopup="menu"
      {...props}
      className={styles.more}
    >
      <Ellipsis size={16} aria-hidden />
    </ActionIcon>
  )
}

/** Menu of another member's message, loaded when it is opened, because a conversation may have hundreds of messages. */
export const MessageActions = lazyMenu(
  MessageActionsButton,
  () => import('./message-menu.tsx'),
  'MessageMenu',
)
