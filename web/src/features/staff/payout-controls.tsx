import { FileDown } from 'lucide-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import primitives from '@/ui/primitives.module.css'
import { NoteButton } from './note-button.tsx'
import { ProposalNote } from './proposed.tsx'
import { sumsText } from './file-sums.ts'
import { fileSumsQuery } from './queries.ts'
import { staffListQuery } from './staff-list-query.ts'
import type { QueuedPayout } from './staff-rows.ts'
import { useBankFile } from './staff-actions.ts'
import styles from './staff.module.css'

/** Reasons for holding a payout back that a release by staff overrides. */
const RELEASED = ['halted', 'late_state', 'refused', 'above_limit', 'suspended']

/** Stops one payout, or releases it, which for some reasons needs a second member of staff. */
export function HaltOrRelease({ payout }: { payout: QueuedPayout }) {
  const { t } = useTranslation('staff')
  const isKept = RELEASED.includes(payout.kept_because ?? '')
  return isKept ? (
    <NoteButton
      size="xs"
      title={t('payout_release_title')}
      text={<p className={primitives.quiet}>{t('payout_release_text')}</p>}
      label={t('payout_halt_reason')}
      place={`staff:release:${payout.id}`}
      actWith={(note) => ({
        act: 'release_payouts',
        args: {
          payout_id: payout.id,
          note,
          ...(payout.halt_reason && { halt_reason: payout.halt_reason }),
        },
      })}
    >
      {t('payout_release')}
    </NoteButton>
  ) : (
    <NoteButton
      size="xs"
      title={t('payout_halt_title')}
      text={<p className={primitives.quiet}>{t('payout_halt_text')}</p>}
      label={t('payout_halt_reason')}
      place={`staff:halt:${payout.id}`}
      actWith={(reason) => ({ act: 'halt_payouts', args: { payout_id: payout.id, reason } })}
    >
      {t('payout_halt')}
    </NoteButton>
  )
}

/** The totals of a bank file, loaded when its dialog opens; empty until then. */
function FileText() {
  const { t, i18n } = useTranslation('staff')
  const { data: sums, isSuccess, isFetching } = useQuery({ ...fileSumsQuery(), staleTime: 0 })
  if (!isSuccess || isFetching) return t('payout_file_text')
  if (sums.length === 0) return t('payout_file_empty')
  return `${t('payout_file_takes', { sums: sumsText(sums, t, i18n.language) })} ${t('payout_file_text')}`
}

/** Stops or releases all payouts, and downloads a file for the bank. */
export function PayoutControls() {
  const { t } = useTranslation('staff')
  const alarms = useInfiniteQuery(staffListQuery('alarms'))
  const page = alarms.data?.pages[0]
  const reason = page?.halted
  const isProposed = page?.is_release_proposed
  const file = useBankFile()
  return (
    <div className={styles.controls}>
      {reason && <p role="status">{t('payouts_halted', { reason })}</p>}
      {reason && isProposed && <ProposalNote />}
      <div className={primitives.wrap}>
        <ConfirmButton
          variant="default"
          size="xs"
          leftSection={<FileDown size={14} aria-hidden />}
          title={t('payout_file_title')}
          text={<FileText />}
          onConfirm={() => file.mutateAsync()}
        >
          {t('payout_file')}
        </ConfirmButton>
        {reason && !isProposed && (
          <NoteButton
            size="xs"
            title={t('payouts_release_all_title')}
            text={<p className={primitives.quiet}>{t('payouts_release_all_text')}</p>}
            label={t('payout_halt_reason')}
            place="staff:release"
            actWith={(note) => ({ act: 'release_payouts', args: { note, halt_reason: reason } })}
          >
            {t('payouts_release_all')}
          </NoteButton>
        )}
        {!reason && (
          <NoteButton
            size="xs"
            title={t('payouts_halt_all_title')}
            text={<p className={primitives.quiet}>{t('payout_halt_text')}</p>}
            label={t('payout_halt_reason')}
            place="staff:halt"
            actWith={(note) => ({ act: 'halt_payouts', args: { reason: note } })}
          >
            {t('payouts_halt_all')}
          </NoteButton>
        )}
      </div>
    </div>
  )
}
