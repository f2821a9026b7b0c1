import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { dateTime } from '@/lib/i18n/time.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { AttachedList } from '@/shared/files/attached-list.tsx'
import { fileOf } from '@/domain/orders/delivered-files.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { MemberText } from '@/ui/member-text.tsx'
import { GroupName } from '@/ui/named-group.tsx'
import primitives from '@/ui/primitives.module.css'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { MemberLink } from './links.tsx'
import { NoteButton } from './note-button.tsx'
import { PastReports, PastSuspensions } from './past.tsx'
import { reportFileQuery } from './queries.ts'
import { StaffList } from './staff-list.tsx'
import type { ReportedMessage } from './staff-rows.ts'
import { SuspendButton } from './suspend-button.tsx'
import styles from './staff.module.css'

/** Scrolls to the reported message, because up to ten messages are above it. */
const scrollIntoView = (element: Element | null) => element?.scrollIntoView({ block: 'center' })

/** The messages around a reported one. The receiver may be the reporter, so their name is not shown. */
function Context({ report, children }: { report: ReportedMessage; children: ReactNode }) {
  const { t } = useTranslation(['staff', 'common'])
  const query = useQuery(reportFileQuery(report.id))
  return (
    <>
      <p className={primitives.quiet}>{t('report_context_text')}</p>
      <QueryView bare query={query} skeleton={<ListSkeleton rows={4} />}>
        {({ messages, earlier, suspensions }) => (
          <div className={primitives.stack}>
            <ol className={styles.thread}>
              {messages.map((message) => (
                <li
                  key={message.id}
                  aria-current={message.is_reported || undefined}
                  ref={message.is_reported ? scrollIntoView : undefined}
                >
                  <span className={primitives.quiet}>
                    <bdi>
                      <b>{message.is_sender ? report.sender_name : t('receiver')}</b>
                    </bdi>{' '}
                    · <TimeText value={message.created_at} show="full" />
                    {message.is_reported && ` · ${t('reported_message')}`}
                  </span>
                  <MemberText
                    text={message.content || (message.file_name ?? '')}
                    className={styles.text}
                  />
                  <AttachedList links={[]} files={fileOf(message)} />
                </li>
              ))}
            </ol>
            <PastReports reports={earlier} title={t('earlier_reports')} />
            <PastSuspensions suspensions={suspensions} />
            {children}
          </div>
        )}
      </QueryView>
    </>
  )
}

function CloseButton({ rows, onDone }: { rows: ReportedMessage[]; onDone?: () => void }) {
  const { t } = useTranslation('staff')
  const ids = rows.map(({ id }) => id)
  const many = t('close_reports', { count: ids.length })
  return (
    <NoteButton
      title={onDone ? many : t('close_report_title')}
      label={t('resolution')}
      place={`staff:report:${ids.join()}`}
      actWith={(resolution) => ({
        act: 'resolve_reports',
        args: { message_ids: ids, resolution },
      })}
      {...(onDone ? { size: 'xs', onDone } : {})}
    >
      {onDone ? many : t('close_report')}
    </NoteButton>
  )
}

/** Buttons that close the reports of a message, or suspend its sender. */
function Acts({ report }: { report: ReportedMessage }) {
  const { t } = useTranslation('common')
  return (
    <>
      <CloseButton rows={[report]} />
      {report.can_suspend && (
        <SuspendButton profileId={report.sender_id} name={report.sender_name ?? t('unknown')} />
      )}
    </>
  )
}

function Report({ report, onOpen }: { report: ReportedMessage; onOpen: () => void }) {
  const { t } = useTranslation(['staff', 'common'])
  const sender = report.sender_name ?? t('common:unknown')
  return (
    <article className={styles.entry}>
      <GroupName as="div" className={primitives.words}>
        <strong>
          {t('message_by')} <MemberLink id={report.sender_id} name={sender} />
        </strong>
        <span className={primitives.quiet}>
          {t('reports_of_sender', { count: report.reports_of_sender })} ·{' '}
          <TimeText value={report.created_at} />
        </span>
      </GroupName>
      <ul className={styles.reasons} aria-label={t('report_reasons')}>
        {report.reports.map(({ id, reason, created_at }) => (
          <li key={id}>
            <MemberText text={reason} className={styles.text} />
            <TimeText value={created_at} className={primitives.quiet} />
          </li>
        ))}
      </ul>
      <footer className={primitives.wrap}>
        <Button variant="light" data-open onClick={onOpen}>
          {t('report_context')}
        </Button>
        <Acts report={report} />
      </footer>
    </article>
  )
}

/** Reported messages, one row for each message with all its reports. */
export function Reports() {
  const { t, i18n } = useTranslation(['staff', 'common'])
  // The dialog stays open even if others remove the row.
  const [opened, setOpened] = useState<ReportedMessage | null>(null)
  return (
    <>
      <StaffList
        list="reports"
        find={t('find_report')}
        empty={{ icon: Flag, title: t('no_reports'), text: t('no_reports_text') }}
        choose={{
          // The label contains the time with seconds, because messages of one sender may be from the same minute.
          label: ({ sender_name: name, created_at: at }) =>
            t('choose', {
              name: `${name ?? t('common:unknown')}, ${dateTime(new Date(at), i18n.language, 'medium')}`,
            }),
          Act: CloseButton,
        }}
      >
        {(report) => <Report report={report} onOpen={() => setOpened(report)} />}
      </StaffList>
      <Dialog
        opened={opened !== null}
        onClose={() => setOpened(null)}
        title={t('message_of', { name: opened?.sender_name ?? t('common:unknown') })}
        size={720}
      >
        {opened && (
          <Context report={opened}>
            <footer className={primitives.wrap}>
              <Acts report={opened} />
            </footer>
          </Context>
        )}
      </Dialog>
    </>
  )
}
