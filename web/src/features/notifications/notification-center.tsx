import { ActionIcon, Indicator, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { paths } from '@/lib/paths.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { QueryView } from '@/ui/query-view.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { NotificationRow } from './notification-row.tsx'
import { notificationsQuery, unreadNotificationsQuery, useMarkRead } from './queries.ts'
import styles from './notifications.module.css'

const SHOWN = 8

function Newest({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('notifications')
  const query = useInfiniteQuery(notificationsQuery())
  return (
    <QueryView
      bare
      query={query}
      skeleton={<ListSkeleton rows={4} />}
      isEmpty={(data) => data.pages[0]?.length === 0}
      empty={<EmptyState bare icon={Bell} title={t('empty_title')} text={t('empty_text')} />}
    >
      {(data) => (
        <ul className={styles.list}>
          {data.pages.flat().slice(0, SHOWN).map((each) => (
            <li key={each.id}>
              <NotificationRow notification={each} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  )
}

/** The bell of the shell: how much is unread, and the newest of it. */
export function NotificationCenter() {
  const { t } = useTranslation('notifications')
  const [opened, { toggle, close }] = useDisclosure()
  const { data: unread = 0 } = useQuery(unreadNotificationsQuery())
  const markRead = useMarkRead()
  return (
    <Popover
      opened={opened}
      onChange={(next) => !next && close()}
      position="bottom-end"
      width="min(400px, calc(100vw - 24px))"
      shadow="md"
      radius="lg"
      trapFocus
      returnFocus
    >
      <Indicator
        disabled={unread === 0}
        label={unread > 99 ? '99+' : unread}
        size={17}
        offset={5}
        color="red"
      >
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={38}
            radius="xl"
            aria-label={unread > 0 ? t('bell_unread', { count: unread }) : t('bell')}
            aria-expanded={opened}
            aria-haspopup="dialog"
            onClick={toggle}
          >
            <Bell size={20} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0} aria-label={t('title')}>
        <div className={styles.panelHead}>
          <h2>{t('title')}</h2>
          {unread > 0 && (
            <button type="button" className={styles.link} onClick={() => markRead.mutate('all')}>
              {t('mark_all')}
            </button>
          )}
        </div>
        <div className={styles.panel}>{opened && <Newest onOpen={close} />}</div>
        <Link href={paths.notifications} className={styles.all} onClick={close}>
          {t('see_all')}
        </Link>
      </Popover.Dropdown>
    </Popover>
  )
}
