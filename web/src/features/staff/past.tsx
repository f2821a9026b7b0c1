import { Button } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { textOr } from '@/lib/i18n/text.ts'
import { MemberText, QuotedText } from '@/ui/member-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { useStaffAction } from './staff-actions.ts'
import type { MemberFile, PastReport } from './staff-rows.ts'
import styles from './staff.module.css'

/** Reported messages of a member, and how the reports were decided. */
export function PastReports({ reports, title }: { reports: PastReport[]; title: string }) {
  const { t } = useTranslation('staff')
  const act = useStaffAction()
  return (
    <section>
      <h3>{title}</h3>
      {reports.length === 0 && <p className={primitives.quiet}>{t('none')}</p>}
      {reports[0] && reports[0].total > reports.length && (
        <p className={primitives.quiet}>
          {t('newest_of', { shown: reports.length, total: reports[0].total })}
        </p>
      )}
      <ul className={styles.past}>
        {reports.map((report) => (
          <li key={report.message_id}>
            <MemberText text={report.content} className={styles.text} />
            <MemberText text={report.reason} className={primitives.quiet} />
            <span className={primitives.quiet}>
              {t('reports', { count: report.reports })} ·{' '}
              <TimeText value={report.created_at} show="date" /> ·{' '}
              {report.resolution ?? t('report_open')}
            </span>
            {report.resolution !== null && (
              <Button
                size="xs"
                variant="subtle"
                disabled={act.isPending}
                onClick={() =>
                  act.mutate({ act: 'reopen_report', args: { message_id: report.message_id } })
                }
              >
                {t('reopen_report')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

export function PastSuspensions({ suspensions }: Pick<MemberFile, 'suspensions'>) {
  const { t } = useTranslation(['staff', 'common'])
  return (
    <section>
      <h3>{t('section_suspensions')}</h3>
      {suspensions.length === 0 && <p className={primitives.quiet}>{t('none')}</p>}
      <ul className={styles.past}>
        {suspensions.map((each) => (
          <li key={each.id}>
            <strong>{t(`common:suspension_category.${each.category}`)}</strong>
            <MemberText text={each.note} className={styles.text} />
            {each.appeal && (
              <>
                <p>{t('appeal_of')}</p>
                <QuotedText text={each.appeal} />
              </>
            )}
            {each.appeal_reply && (
              <>
                <p>{t('appeal_answer')}</p>
                <QuotedText text={each.appeal_reply} />
              </>
            )}
            <span className={primitives.quiet}>
              <bdi>{each.by ?? t('database_owner')}</bdi> ·{' '}
              <TimeText value={each.created_at} show="date" /> ·{' '}
              {each.ended_at ? (
                <>
                  {textOr(`staff:ended_${each.ended_because}`, each.ended_because ?? '')}{' '}
                  <TimeText value={each.ended_at} show="date" />
                </>
              ) : each.ends_at ? (
                <>
                  {t('suspended_until')} <TimeText value={each.ends_at} show="date" />
                </>
              ) : (
                t('suspended_without_end')
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
