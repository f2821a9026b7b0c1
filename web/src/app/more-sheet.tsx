import { Drawer, NavLink } from '@mantine/core'
import { LogOut } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import { signOut } from '@/lib/session.ts'
import { isCurrent, type NavItem } from './nav.ts'
import styles from './shell.module.css'

interface Props {
  items: NavItem[]
  opened: boolean
  onClose: () => void
}

/** What does not fit into the phone's bottom bar. */
export function MoreSheet({ items, opened, onClose }: Props) {
  const { t } = useTranslation()
  const [path] = useLocation()
  // What is open when it is mounted does not know where to give the focus back to.
  const [mounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return (
    <Drawer
      opened={opened && mounted}
      onClose={onClose}
      position="bottom"
      size="auto"
      title={t('common:nav.more')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      classNames={{ content: styles.sheet }}
    >
      {items.map((item) => (
        <NavLink
          key={item.name}
          component={Link}
          href={item.path}
          label={t(`common:nav.${item.name}`)}
          leftSection={<item.icon size={19} />}
          active={isCurrent(item, path)}
          onClick={onClose}
        />
      ))}
      <NavLink
        component="button"
        label={t('common:nav.sign_out')}
        leftSection={<LogOut size={19} />}
        onClick={() => void signOut()}
      />
    </Drawer>
  )
}
