import { Menu } from '@mantine/core'
import { Flag } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { OpenedMenu } from '@/ui/opened-menu.tsx'
import { MessageActionsButton } from './message-actions.tsx'

export function MessageMenu({ onReport }: { onReport: () => void }) {
  const { t } = useTranslation('messages')
  return (
    <OpenedMenu button={MessageActionsButton} position="bottom-start">
      <Menu.Item leftSection={<Flag size={15} aria-hidden />} onClick={onReport}>
        {t('report')}
      </Menu.Item>
    </OpenedMenu>
  )
}
