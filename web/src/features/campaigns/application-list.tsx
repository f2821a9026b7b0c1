import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { useProfile } from '@/shared/members/profile.tsx'
import { paths } from '@/domain/paths.ts'
import primitives from '@/ui/primitives.module.css'
import { QueryView } from '@/ui/query-view.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { ToneBadge } from '@/ui/tone-badge.tsx'
import { myApplicationsQuery } from './queries.ts'
import { APPLICATION_TONES } from './tones.ts'

/** Everything a creator applied to, whatever became of the campaign. */
export function ApplicationList() {
  const { t } = useTranslation('campaigns')
  const { profile } = useProfile()
  const query = useQuery(myApplicationsQuery(profile.id))
  return (
    <QueryView
      query={query}
      skeleton={<ListSkeleton rows={4} />}
      empty={{
        icon: Megaphone,
        title: t('empty_applied'),
        text: t('empty_applied_text'),
        action: (
          <Button component={Link} href={paths.campaigns} variant="default">
            {t('tab_fitting')}
          </Button>
        ),
      }}
    >
      {(list) => (
        <ul className={primitives.rows}>
          {list.map((application) => (
            <li key={application.id}>
              <Link
                href={
                  application.order_id
                    ? paths.order(application.order_id)
                    : paths.campaign(application.campaign_id)
                }
                className={primitives.row}
              >
                <span className={primitives.words}>
                  <strong>{application.title}</strong>
                  <span className={primitives.quiet}>
                    <TimeText value={application.created_at} />
                  </span>
                </span>
                <ToneBadge tone={APPLICATION_TONES[application.status] ?? 'neutral'}>
                  {t(`application_${application.status}`)}
                </ToneBadge>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  )
}
