import { Button, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MoneyText } from '@/domain/money/money-text.tsx'
import { textOr } from '@/lib/text.ts'
import { toast } from '@/lib/toast.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { QueryView } from '@/ui/query-view.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { NoteDialog } from './note-dialog.tsx'
import { membersQuery, suspenseQuery, type Payment } from './queries.ts'
import { useStaffAction } from './staff-actions.ts'
import styles from './staff.module.css'

function BrandSelect({
  value,
  onChange,
}: {
  value: string | null
  onChange: (id: string | null) => void
}) {
  const { t } = useTranslation('staff')
  const [term, setTerm] = useState('')
  const [settled] = useDebouncedValue(term, 250)
  const { data = [] } = useQuery({ ...membersQuery(settled), placeholderData: (before) => before })
  return (
    <Select
      label={t('give_to')}
      searchable
      searchValue={term}
      onSearchChange={setTerm}
      nothingFoundMessage={t('nobody_found')}
      filter={({ options }) => options}
      data={data
        .filter((profile) => profile.role === 'brand')
        .map((profile) => ({ value: profile.id, label: profile.display_name ?? profile.id }))}
      value={value}
      onChange={onChange}
    />
  )
}

function AssignDialog({ payment, onClose }: { payment: Payment | null; onClose: () => void }) {
  const { t } = useTranslation('staff')
  const act = useStaffAction()
  const [brandId, setBrandId] = useState<string | null>(payment?.payer_id ?? null)
  return (
    <NoteDialog
      opened={payment !== null}
      onClose={onClose}
      title={t('assign_title')}
      label={t('assign_note')}
      submit={t('assign')}
      busy={act.isPending}
      onSubmit={(note) => {
        if (!payment) return
        if (!brandId) {
          toast.error(t('give_to_needed'))
          return
        }
        act.mutate(
          { act: 'resolve_suspense', paymentId: payment.id, profileId: brandId, note },
          { onSuccess: onClose },
        )
      }}
    >
      <BrandSelect value={brandId} onChange={setBrandId} />
    </NoteDialog>
  )
}

/** Money that arrived and fits no order. */
export function Suspense() {
  const { t } = useTranslation('staff')
  const query = useQuery(suspenseQuery())
  const [assigning, setAssigning] = useState<Payment | null>(null)
  return (
    <>
      <QueryView
        query={query}
        skeleton={<ListSkeleton rows={3} />}
        isEmpty={(list) => list.length === 0}
        empty={
          <EmptyState
            icon={Landmark}
            title={t('no_suspense')}
            text={t('no_suspense_text')}
            action={
              <Button variant="default" loading={query.isFetching} onClick={() => query.refetch()}>
                {t('refresh')}
              </Button>
            }
          />
        }
      >
        {(list) => (
          <ul className={styles.list}>
            {list.map((payment) => (
              <li key={payment.id} className={styles.row}>
                <span className={styles.words}>
                  <strong>
                    <MoneyText
                      minor={payment.suspense_minor ?? payment.amount_minor}
                      currency={payment.currency}
                    />
                  </strong>
                  <span className={styles.quiet}>
                    {textOr(`staff:problem_${payment.problem}`, payment.problem ?? '')} ·{' '}
                    {payment.provider} <code>{payment.provider_ref}</code> ·{' '}
                    <TimeText value={payment.created_at} />
                  </span>
                </span>
                <Button size="xs" onClick={() => setAssigning(payment)}>
                  {t('assign')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <AssignDialog
        key={assigning?.id ?? 'none'}
        payment={assigning}
        onClose={() => setAssigning(null)}
      />
    </>
  )
}
