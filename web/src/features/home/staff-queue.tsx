import { useQuery } from '@tanstack/react-query'
import { ChevronRight, CircleCheck } from 'lucide-react'
import { isPast } from '@/lib/i18n/time.ts'
import { useNow } from '@/lib/i18n/use-now.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { countedText, staffQueueQuery, type CountedSection } from '@/domain/staff-queue.ts'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import styles from './home.module.css'

interface WhenProps {
  dueAt: string | null
  since: string | null
}

/** The first deadline in a section, or the time since which its oldest item waits. */
function When({ dueAt, since }: WhenProps) {
  const { t } = useTranslation('home')
  const now = useNow()
  const isLate = dueAt !== null && isPast(dueAt, now)
  const value = dueAt ?? since
  if (value === null) return null
  return (
    <span className={isLate ? styles.late : styles.due}>
      {t(dueAt === null ? 'staff.since' : isLate ? 'was_due' : 'due')} <TimeText value={value} />
    </span>
  )
}

/** Number of tasks in each section of the staff page; the section with the earliest deadline comes first. */
export function StaffQueue() {
  const { t, i18n } = useTranslation(['home', 'common'])
  const query = useQuery(staffQueueQuery())
  return (
    <SectionCard
      title={t('staff.title')}
      link={{ href: paths.staff(), text: t('common:nav.staff') }}
    >
      <QueryView
        query={query}
        bare
        skeleton={<ListSkeleton rows={2} />}
        isEmpty={(sections) => sections.every(({ waiting }) => waiting === 0)}
        empty={{ icon: CircleCheck, title: t('staff.none') }}
      >
        {(sections) => (
          <ul className={styles.list}>
            {sections
              .filter(({ waiting }) => waiting > 0)
              .map(({ section, waiting, due_at, since }) => (
                <li key={section}>
                  <Link
                    href={section === 'approvals' ? paths.staff() : paths.staff(section)}
                    className={styles.row}
                  >
                    <span className={styles.words}>
                      <strong>
                        {t(`staff.${section as CountedSection}`, {
                          count: waiting,
                          number: countedText(waiting, i18n.language),
                        })}
                      </strong>
                    </span>
                    <When dueAt={due_at} since={since} />
                    <ChevronRight size={18} aria-hidden className={styles.arrow} />
                  </Link>
                </li>
              ))}
          </ul>
        )}
      </QueryView>
    </SectionCard>
  )
}
