import { Button, FileButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import {
  readStatements,
  StatementError,
  type BankStatement,
} from '@/domain/money/bank-statement.ts'
import { unwrap } from '@/lib/api/errors.ts'
import { sayFailure } from '@/lib/api/query-client.ts'
import { supabase } from '@/lib/api/supabase.ts'
import { toast } from '@/lib/toast.ts'
import { useStaffAction } from './staff-actions.ts'

/** Statements of the bank: their lines count at once, the last balance when a second member of staff has confirmed it. */
export function BankStatementButton() {
  const { t } = useTranslation('staff')
  const reset = useRef<() => void>(null)
  const act = useStaffAction()
  const read = useMutation({
    mutationFn: async (statements: BankStatement[]) => {
      let added = 0
      for (const { lines, begins_at, ends_at } of statements)
        added += await unwrap(supabase.rpc('import_statement', { lines, begins_at, ends_at }))
      return added
    },
    onSuccess: (count) => toast.success(t('statement_read', { count })),
  })
  const propose = ({ currency, closing_minor: amount_minor, ends_at }: BankStatement) => {
    const held_at = new Date(Math.min(Date.parse(ends_at), Date.now() - 60_000)).toISOString()
    const args = { currency, amount_minor, held_at }
    return act.mutateAsync({ act: 'record_bank_balance', args })
  }
  async function take(file: File | null) {
    if (!file) return
    // Otherwise the browser is silent when the same file is chosen again.
    reset.current?.()
    try {
      const statements = readStatements(await file.text())
      await read.mutateAsync(statements)
      // One proposal for each currency can wait: that of its newest statement.
      const newest = new Map(statements.map((statement) => [statement.currency, statement]))
      await Promise.all(Array.from(newest.values(), propose))
    } catch (error) {
      if (error instanceof StatementError) toast.error(t('statement_unreadable'))
      else sayFailure(error)
    }
  }
  return (
    <FileButton
      resetRef={reset}
      accept=".xml,text/xml,application/xml"
      onChange={(file) => void take(file)}
    >
      {(props) => (
        <Button {...props} size="xs" variant="default" loading={read.isPending || act.isPending}>
          {t('statement')}
        </Button>
      )}
    </FileButton>
  )
}
