import { Button, FileButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import {
  readStatements,
  StatementError,
  type BankStatement,
} from '@/domain/money/bank-statement.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { unwrap } from '@/lib/api/errors.ts'
import { sayFailure } from '@/lib/api/query-client.ts'
import { supabase } from '@/lib/api/supabase.ts'
import { toast } from '@/lib/toast.ts'

/** Statements of the bank: each counts when two members of staff have read it. */
export function BankStatementButton() {
  const { t } = useTranslation('staff')
  const reset = useRef<() => void>(null)
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
    // Otherwise the browser is silent when the same file is chosen again.
    reset.current?.()
    try {
      read.mutate(readStatements(await file.text()))
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
        <Button {...props} size="xs" variant="default" loading={read.isPending}>
          {t('statement')}
        </Button>
      )}
    </FileButton>
  )
}
