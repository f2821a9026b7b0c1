import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AttachedList } from '@/shared/files/attached-list.tsx'
import { fileOf } from '@/domain/orders/delivered-files.ts'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { NoteDialog } from './note-dialog.tsx'
import { reportsQuery } from './queries.ts'
import { useStaffAction } from './staff-actions.ts'
import { SuspendButton } from './suspend-button.tsx'
import { QueueView } from './queue-view.tsx'
import styles from './staff.module.css'

export function Reports() {
  const { t } = useTranslation(['staff', 'common'])
  const query = useQuery(reportsQuery())
  const act = useStaffAction()
  const [closing, setClosing] = useState<string | null>(null)
  return (
    <>
      <QueueView query={query} icon={Flag} title={t('no_reports')} text={t('no_reports_text')}>
        {(list) =>
          list.map((report) => {
            const sender = report.sender_name ?? t('common:unknown')
            return (
              <li key={report.id}>
                <article className={`${primitives.card} ${styles.card}`}>
                  <div className={primitives.words}>
                    <strong>{t('message_of', { name: sender })}</strong>
                    <span className={primitives.quiet}>
                      {t('reports_of_sender', { count: report.reports_of_sender })} ·{' '}
                      <TimeText value={report.created_at} />
                    </span>
                  </div>
                  <blockquote className={primitives.quote}>
                    {report.content || report.file_name}
                  </blockquote>
                  <AttachedList links={[]} files={fileOf(report)} />
                  <p className={styles.text}>{report.reason}</p>
                  <footer className={primitives.wrap}>
                    <Button onClick={() => setClosing(report.id)}>{t('close_report')}</Button>
                    <SuspendButton profileId={report.sender_id} name={sender} />
                  </footer>
                </article>
              </li>
            )
          })
        }
      </QueueView>
      <NoteDialog
        opened={closing !== null}
        onClose={() => setClosing(null)}
        title={t('close_report_title')}
        label={t('resolution')}
        submit={t('close_report')}
        busy={act.isPending}
        place={`staff:report:${closing}`}
        onSubmit={(resolution) =>
          act
            .mutateAsync({ act: 'resolve_report', args: { report_id: closing ?? '', resolution } })
            .then(() => setClosing(null))
        }
      />
    </>
  )
}
