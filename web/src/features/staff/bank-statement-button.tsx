import { Button, FileButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { readStatements, StatementError } from '@/domain/money/bank-statement.ts'
import { unwrap } from '@/lib/api/errors.ts'
import { supabase } from '@/lib/api/supabase.ts'
import { toast } from '@/lib/toast.ts'
import { useStaffAction } from './staff-actions.ts'

/** A statement of the bank: its lines count at once, its balance when a second member of staff has confirmed it. */
export function BankStatementButton() {
  const { t } = useTranslation('staff')
  const act = useStaffAction()
  const read = useMutation({
    meta: { silent: true },
    mutationFn: async (file: File) => {
      let added = 0
      for (const statement of readStatements(await file.text())) {
        const { lines, begins_at, ends_at, currency, closing_minor: amount_minor } = statement
        added += await unwrap(supabase.rpc('import_statement', { lines, begins_at, ends_at }))
        const held_at = new Date(Math.min(Date.parse(ends_at), Date.now() - 60_000)).toISOString()
        const args = { currency, amount_minor, held_at }
        await act.mutateAsync({ act: 'record_bank_balance', args })
      }
      return added
    },
    onSuccess: (count) => toast.success(t('statement_read', { count })),
    onError: (error) => {
      if (error instanceof StatementError) toast.error(t('statement_unreadable'))
      else throw error
    },
  })
  return (
    <FileButton
      accept=".xml,text/xml,application/xml"
      onChange={(file) => file && read.mutate(file)}
    >
      {(props) => (
        <Button {...props} size="xs" variant="default" loading={read.isPending}>
          {t('statement')}
        </Button>
      )}
    </FileButton>
  )
}
