import { Button, FileButton } from '@mantine/core'
import { Scale } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { textOr } from '@/lib/i18n/text.ts'
import { GroupName } from '@/ui/named-group.tsx'
import primitives from '@/ui/primitives.module.css'
import { SectionCard } from '@/ui/section-card.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { useMutation } from '@tanstack/react-query'
import {
  readStatements,
  StatementError,
  type BankStatement,
} from '@/domain/money/bank-statement.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { showFailure } from '@/lib/api/query-client.ts'
import { supabase, unwrap } from '@/lib/api/supabase.ts'
import { toast } from '@/lib/toast.ts'
import { NoteButton } from './note-button.tsx'
import { ProposalNote } from './proposed.tsx'
import { useStaffAction } from './staff-actions.ts'
import { StaffList } from './staff-list.tsx'
import type { Difference } from './staff-rows.ts'
import styles from './staff.module.css'

/** Imports bank statements; each becomes valid when two members of staff have imported it. */
function BankStatementButton() {
  const { t } = useTranslation('staff')
  const read = useMutation({
    mutationFn: async (statements: BankStatement[]) => {
      const counts: (number | null)[] = []
      for (const statement of statements)
        counts.push(await unwrap(supabase.rpc('import_statement', statement)))
      return counts
    },
    onSuccess(counts) {
      const counted = counts.filter((count) => count !== null)
      const count = counted.reduce((sum, each) => sum + each, 0)
      if (counted.length > 0) toast.success(t('statement_read', { count }))
      if (counted.length < counts.length) toast.info(t('statement_waits'))
    },
    meta: { invalidates: [keyRoots.staff] },
  })
  async function take(file: File | null) {
    if (!file) return
    try {
      read.mutate(readStatements(await file.text()))
    } catch (error) {
      if (error instanceof StatementError) toast.error(t('statement_unreadable'))
      else showFailure(error)
    }
  }
  return (
    <FileButton accept=".xml,text/xml,application/xml" onChange={(file) => void take(file)}>
      {(props) => (
        <Button {...props} size="xs" variant="default" loading={read.isPending}>
          {t('statement')}
        </Button>
      )}
    </FileButton>
  )
}

const RESOLUTIONS = ['explained', 'costs', 'capital', 'suspense'] as const

function Facts({ difference: each }: { difference: Difference }) {
  const { t } = useTranslation('staff')
  return (
    <span className={primitives.words}>
      <GroupName>
        <MoneyText minor={each.amount_minor} currency={each.currency} /> ·{' '}
        {textOr(`staff:difference_${each.kind}`, each.kind)}
      </GroupName>
      <span className={primitives.quiet}>
        {each.provider} · {textOr(`staff:line_${each.line_kind}`, each.line_kind)}{' '}
        <code>{each.provider_ref ?? each.subject ?? '–'}</code> · <TimeText value={each.moved_at} />
      </span>
      {each.line_minor !== null && each.booked_minor !== null && (
        <span className={primitives.quiet}>
          {t('difference_said')} <MoneyText minor={each.line_minor} currency={each.currency} /> ·{' '}
          {t('difference_booked')} <MoneyText minor={each.booked_minor} currency={each.currency} />
        </span>
      )}
      {each.is_proposed && <ProposalNote find={String(each.id)} />}
    </span>
  )
}

function Actions({ difference: each }: { difference: Difference }) {
  const { t } = useTranslation('staff')
  const isSomebodys = each.kind === 'missing_here' && each.amount_minor > 0
  return (
    <span className={primitives.wrap}>
      {RESOLUTIONS.filter((name) => name !== 'suspense' || isSomebodys).map((resolution) => (
        <NoteButton
          key={resolution}
          size="xs"
          title={t(`resolution_${resolution}`)}
          text={<p className={primitives.quiet}>{t(`resolution_${resolution}_text`)}</p>}
          label={t('difference_note')}
          place={`staff:difference:${each.id}`}
          actWith={(note) => ({
            act: 'resolve_difference',
            args: { difference_id: each.id, resolution, note },
          })}
        >
          {t(`resolution_${resolution}`)}
        </NoteButton>
      ))}
    </span>
  )
}

/** Differences between our ledger and the reports of providers and the bank, the oldest first. */
export function Differences() {
  const { t } = useTranslation('staff')
  const act = useStaffAction()
  return (
    <SectionCard title={t('differences')}>
      <p className={styles.intro}>{t('differences_text')}</p>
      <div className={primitives.wrap} style={{ marginBottom: 16 }}>
        <Button
          size="xs"
          variant="default"
          loading={act.isPending}
          onClick={() => act.mutate({ act: 'start_reconciliation', args: {} })}
        >
          {t('differences_ask')}
        </Button>
        <BankStatementButton />
      </div>
      <StaffList
        list="books"
        isPart
        find={t('find_difference')}
        empty={{ icon: Scale, title: t('no_differences'), text: t('no_differences_text') }}
      >
        {(difference) => (
          <>
            <Facts difference={difference} />
            <Actions difference={difference} />
          </>
        )}
      </StaffList>
    </SectionCard>
  )
}
