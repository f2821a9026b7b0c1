import { useQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { noticePath, renderNotification } from '@/domain/notifications/notification-text.ts'
import { recentNotificationsQuery } from '@/domain/notifications/recent-notifications.ts'
import { paths } from '@/domain/paths.ts'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import styles from './home.module.css'

const SHOWN = 5

export function RecentNotifications() {
  const { t } = useTranslation('home')
  const { i18n } = useTranslation('notices')
  const query = useQuery(recentNotificationsQuery())
  return (
    <SectionCard title={t('news')} link={{ href: paths.notifications, text: t('news_more') }}>
      <QueryView
        query={query}
        bare
        skeleton={<ListSkeleton rows={3} />}
        empty={{ icon: BellOff, title: t('news_none'), text: t('news_none_text') }}
      >
        {(news) => (
          <ul className={styles.list}>
            {news.slice(0, SHOWN).map((each) => {
              const { title, message } = renderNotification(each, i18n)
              return (
                <li key={each.id}>
                  <Link href={noticePath(each)} className={styles.news}>
                    <strong>{title}</strong>
                    <span>{message}</span>
                    <TimeText value={each.created_at} className={styles.when} />
                  </Link>
                </li>
              )
            })}
          </ul>
        )}
      </QueryView>
    </SectionCard>
  )
}
