import { useQuery } from '@tanstack/react-query'
import { ChevronRight, CircleCheck } from 'lucide-react'
import { isolated } from '@/lib/i18n/text.ts'
import { useNow } from '@/lib/i18n/use-now.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { imageUrl } from '@/domain/members/images.ts'
import { MemberAvatar } from '@/shared/members/member-avatar.tsx'
import { useProfile } from '@/shared/members/profile.tsx'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { paths } from '@/domain/paths.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { pendingTasksOf } from './pending-tasks.ts'
import { openOrdersQuery } from './queries.ts'
import styles from './home.module.css'

/** The reader's tasks, one line for each order, with a link to the place where the task is done. */
export function PendingTaskList() {
  const { t } = useTranslation(['home', 'common', 'order-states'])
  const { profile } = useProfile()
  const query = useQuery(openOrdersQuery(profile.id))
  const now = useNow()
  // Staff rarely have orders of their own, so an empty list is hidden from them.
  if (profile.is_staff && !query.data?.orders.length) return null
  return (
    <SectionCard title={t('tasks')}>
      <QueryView query={query} bare skeleton={<ListSkeleton rows={3} />}>
        {({ orders, members }) => {
          const tasks = pendingTasksOf(orders, profile, now)
          if (tasks.length === 0) {
            return (
              <EmptyState
                bare
                icon={CircleCheck}
                title={t('tasks_none')}
                text={t('tasks_none_text')}
              />
            )
          }
          return (
            <ul className={styles.list}>
              {tasks.map(({ order, task, late, sum_minor }) => {
                const isCreator = order.kol_id === profile.id
                const other = members.get(isCreator ? order.brand_id : order.kol_id)
                const name =
                  other?.display_name ??
                  t(isCreator ? 'common:unknown_brand' : 'common:unknown_creator')
                return (
                  <li key={order.id}>
                    <Link href={paths.order(order.id)} className={styles.row}>
                      <MemberAvatar name={name} image={imageUrl(other?.profile_image)} size={40} />
                      <span className={styles.words}>
                        <strong>{t(`order-states:${task}_task`, { name: isolated(name) })}</strong>
                        <span className={styles.sub}>
                          {order.number} · <bdi>{order.pack_title}</bdi> ·{' '}
                          <MoneyText minor={sum_minor} currency={order.currency} />
                        </span>
                      </span>
                      {order.due_at && (
                        <span className={late ? styles.late : styles.due}>
                          {t(late ? 'was_due' : 'due')} <TimeText value={order.due_at} />
                        </span>
                      )}
                      <ChevronRight size={18} aria-hidden className={styles.arrow} />
                    </Link>
                  </li>
                )
              })}
            </ul>
          )
        }}
      </QueryView>
    </SectionCard>
  )
}
