import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Bell, CheckCheck } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { paths } from '@/domain/paths.ts'
import { idOf, LongList } from '@/ui/long-list.tsx'
import { Page, PageHeader } from '@/ui/page.tsx'
import primitives from '@/ui/primitives.module.css'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { LinkButton } from '@/ui/link-button.tsx'
import { NotificationRow } from './notification-row.tsx'
import { notificationsQuery, unreadNotificationsQuery, useMarkRead } from './queries.ts'

export function NotificationsPage() {
  const { t } = useTranslation(['notifications', 'common', 'orders'])
  const { profile } = useProfile()
  const query = useInfiniteQuery(notificationsQuery())
  const { data: unread = 0 } = useQuery(unreadNotificationsQuery())
  const markRead = useMarkRead()
  const isBrand = profile.role === 'brand'
  return (
    <Page width="narrow">
      <PageHeader
        title={t('common:nav.notifications')}
        actions={
          unread > 0 && (
            <Button
              variant="default"
              leftSection={<CheckCheck size={16} aria-hidden />}
              loading={markRead.isPending && markRead.variables === 'all'}
              onClick={() => markRead.mutate('all')}
            >
              {t('mark_all')}
            </Button>
          )
        }
      />
      <QueryView
        more="auto"
        query={query}
        skeleton={<ListSkeleton rows={7} />}
        empty={{
          icon: Bell,
          title: t('empty_title'),
          text: t('empty_text'),
          action: (
            <LinkButton href={isBrand ? paths.discover : paths.packs}>
              {t(isBrand ? 'common:discover_creators' : 'orders:empty_action_kol')}
            </LinkButton>
          ),
        }}
      >
        {(data) => (
          <LongList
            name="notifications"
            pages={data.pages}
            keyOf={idOf}
            hasMore={query.hasNextPage}
            className={primitives.rows}
          >
            {(each) => <NotificationRow notification={each} />}
          </LongList>
        )}
      </QueryView>
    </Page>
  )
}
