import { Menu } from '@mantine/core'
import { Flag } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { MessageActionsButton, type MessageActionsProps } from './message-actions.tsx'

/** Menu that is open when it is mounted, because its code is loaded when its button is pressed. */
export function MessageMenu({ onReport }: MessageActionsProps) {
  const { t } = useTranslation('messages')
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Menu
      defaultOpened
      withInitialFocusPlaceholder={false}
      returnFocus={false}
      onClose={() => button.current?.focus()}
      position="bottom-start"
    >
      <Menu.Target>
        <MessageActionsButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Flag size={15} aria-hidden />} onClick={onReport}>
          {t('report')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
