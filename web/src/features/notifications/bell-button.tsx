import { ActionIcon } from '@mantine/core'
import { Bell } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import styles from './notifications.module.css'

interface Props extends Omit<ComponentPropsWithRef<'button'>, 'color'> {
  unread: number
}

export function BellButton({ unread, ...button }: Props) {
  const { t } = useTranslation(['notifications', 'common'])
  return (
    <ActionIcon
      {...button}
      size={38}
      radius="xl"
      className={styles.bell}
      aria-label={unread > 0 ? t('bell_unread', { count: unread }) : t('common:nav.notifications')}
      aria-haspopup="dialog"
      data-unread={unread === 0 ? undefined : unread > 99 ? '99+' : unread}
    >
      <Bell size={20} aria-hidden />
    </ActionIcon>
  )
}
