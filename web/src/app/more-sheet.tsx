import { Drawer, NavLink } from '@mantine/core'
import { LogOut } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link, useLocation } from 'wouter'
import { askToLeave } from '@/lib/session/leaving.ts'
import { useBackCloses } from '@/ui/use-back-closes.ts'
import { useFocusBack } from '@/ui/use-focus-back.ts'
import { isCurrent, type NavItem } from './nav.ts'
import styles from './shell.module.css'

interface Props {
  items: NavItem[]
  onClose: () => void
}

/** Sheet of the items that do not fit into the phone's bottom bar. */
export function MoreSheet({ items, onClose }: Props) {
  const { t } = useTranslation()
  const [path] = useLocation()
  useFocusBack()
  useBackCloses(true, onClose)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size="auto"
      title={t('nav.more')}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ content: styles.sheet }}
    >
      {items.map((item) => (
        <NavLink
          key={item.name}
          // Replaces the history entry of the open sheet.
          renderRoot={(props) => <Link {...props} href={item.path} replace />}
          label={t(`nav.${item.name}`)}
          leftSection={<item.icon size={19} />}
          active={isCurrent(item, path)}
          onClick={onClose}
        />
      ))}
      <NavLink
        component="button"
        label={t('nav.sign_out')}
        leftSection={<LogOut size={19} />}
        onClick={() => void askToLeave()}
      />
    </Drawer>
  )
}
