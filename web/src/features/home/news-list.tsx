import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useProfile } from '@/domain/members/profile.tsx'
import { notificationPath } from '@/domain/notifications/notification-path.ts'
import { renderNotification } from '@/domain/notifications/notification-text.ts'
import { paths } from '@/domain/paths.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { newsQuery } from './queries.ts'
import styles from './home.module.css'

export function NewsList() {
  const { t, i18n } = useTranslation('home')
  const { t: tNotice } = useTranslation(['notifications', 'common'])
  const { profile } = useProfile()
  const query = useQuery(newsQuery())
  return (
    <SectionCard
      title={t('news')}
      actions={
        <Button component={Link} href={paths.notifications} variant="subtle" size="compact-sm">
          {t('news_more')}
        </Button>
      }
    >
      <QueryView
        query={query}
        bare
        skeleton={<ListSkeleton rows={3} />}
        isEmpty={(news) => news.length === 0}
        empty={<EmptyState bare icon={BellOff} title={t('news_none')} text={t('news_none_text')} />}
      >
        {(news) => (
          <ul className={styles.list}>
            {news.map((each) => {
              const { title, message } = renderNotification(
                each,
                profile.role,
                tNotice,
                i18n.language,
              )
              return (
                <li key={each.id}>
                  <Link href={notificationPath(each)} className={styles.news}>
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
