import { Box } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { textOr } from '@/lib/i18n/text.ts'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { LoadMore } from '@/ui/load-more.tsx'
import { GroupName, NamedGroup } from '@/ui/named-group.tsx'
import primitives from '@/ui/primitives.module.css'
import { QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { OrderLink } from './links.tsx'
import { NoteButton } from './note-button.tsx'
import { ProposalNote } from './proposed.tsx'
import { useStaffAction } from './staff-actions.ts'
import { staffListQuery } from './staff-list-query.ts'
import type { ChainAlarm } from './staff-rows.ts'
import styles from './staff.module.css'

function Retry({ actId }: { actId: number }) {
  const { t } = useTranslation('staff')
  const act = useStaffAction()
  return (
    <ConfirmButton
      size="xs"
      variant="default"
      title={t('alarm_retry_title')}
      text={t('alarm_retry_text')}
      onConfirm={() => act.mutateAsync({ act: 'retry_chain_act', args: { act_id: actId } })}
    >
      {t('alarm_retry')}
    </ConfirmButton>
  )
}

/** The text of an alarm, with a link to its order. */
export function AlarmName({ alarm }: { alarm: ChainAlarm }) {
  return (
    <>
      {textOr(`staff:alarm_${alarm.kind}`, alarm.kind)}
      {alarm.number && ' · '}
      <OrderLink id={alarm.order_id} name={alarm.number} />
    </>
  )
}

function Row({ alarm }: { alarm: ChainAlarm }) {
  const { t } = useTranslation('staff')
  return (
    <li>
      <NamedGroup className={styles.row}>
        <span className={primitives.words}>
          <GroupName>
            <AlarmName alarm={alarm} />
          </GroupName>
          <span className={primitives.quiet}>
            {alarm.detail && (
              <>
                <code>{alarm.detail}</code> ·{' '}
              </>
            )}
            <TimeText value={alarm.raised_at} />
          </span>
          {alarm.is_proposed && <ProposalNote />}
        </span>
        <span className={primitives.wrap}>
          {alarm.failed_act_id !== null && <Retry actId={alarm.failed_act_id} />}
          {alarm.can_give_up && (
            <NoteButton
              size="xs"
              title={t('alarm_give_up_title')}
              text={<p className={primitives.quiet}>{t('alarm_give_up_text')}</p>}
              label={t('alarm_note')}
              place={`staff:give-up:${alarm.id}`}
              actWith={(note) => ({
                act: 'give_up_capture',
                args: { order_id: alarm.order_id ?? '', note },
              })}
            >
              {t('alarm_give_up')}
            </NoteButton>
          )}
          <NoteButton
            size="xs"
            title={t('alarm_clear_title')}
            text={<p className={primitives.quiet}>{t('alarm_clear_text')}</p>}
            label={t('alarm_note')}
            place={`staff:alarm:${alarm.id}`}
            actWith={(note) => ({ act: 'clear_chain_alarm', args: { alarm_id: alarm.id, note } })}
          >
            {t('alarm_clear')}
          </NoteButton>
        </span>
      </NamedGroup>
    </li>
  )
}

/** Open alarms about the escrow on the chain, each with its order; nothing if there are none. */
export function ChainAlarms() {
  const { t } = useTranslation('staff')
  const query = useInfiniteQuery(staffListQuery('alarms'))
  return (
    <QueryView query={query} skeleton={null}>
      {({ pages }) => {
        const alarms = pages.flatMap(({ rows }) => rows)
        return alarms.length === 0 ? null : (
          <Box mb="md">
            <SectionCard title={t('alarms')}>
              <ul className={primitives.rows}>
                {alarms.map((alarm) => (
                  <Row key={alarm.id} alarm={alarm} />
                ))}
              </ul>
              <LoadMore query={query} />
            </SectionCard>
          </Box>
        )
      }}
    </QueryView>
  )
}
