import { Popover } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { BellButton } from './bell-button.tsx'
import { NotificationRow } from './notification-row.tsx'
import { notificationsQuery, useMarkRead } from './queries.ts'
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
      empty={{ icon: Bell, title: t('empty_title'), text: t('empty_text') }}
    >
      {(data) => (
        <ul className={styles.list}>
          {data.pages
            .flat()
            .slice(0, SHOWN)
            .map((each) => (
              <li key={each.id}>
                <NotificationRow notification={each} onOpen={onOpen} />
              </li>
            ))}
        </ul>
      )}
    </QueryView>
  )
}

/** The bell with its panel, which is open when mounted, because its code was loaded by a press of the bell. */
export function NotificationPanel({ unread }: { unread: number }) {
  const { t } = useTranslation(['notifications', 'common'])
  const [opened, setOpened] = useState(true)
  const button = useRef<HTMLButtonElement>(null)
  const markRead = useMarkRead()
  const close = () => setOpened(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      onClose={() => button.current?.focus()}
      position="bottom-end"
      width="min(400px, calc(100vw - 24px))"
      shadow="md"
      radius="lg"
      trapFocus
      withinPortal={false}
    >
      <Popover.Target>
        <BellButton
          ref={button}
          unread={unread}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('common:nav.notifications')}>
        <div className={styles.panelHead}>
          <h2>{t('common:nav.notifications')}</h2>
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
