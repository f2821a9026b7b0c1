import { Button, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { requiredText, useDraftForm } from '@/lib/form.ts'
import { textKey, textOr } from '@/lib/i18n/text.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import primitives from '@/ui/primitives.module.css'
import { QueryView } from '@/ui/query-view.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { note, NoteField } from './note-dialog.tsx'
import { membersQuery, suspenseQuery, type Payment } from './queries.ts'
import { useStaffAction } from './staff-actions.ts'
import styles from './staff.module.css'

const schema = z.object({
  brandId: requiredText(textKey('staff:give_to_needed')),
  note,
})

interface SelectProps {
  value: string
  onChange: (id: string) => void
  error: string | undefined
}

function BrandSelect({ value, onChange, error }: SelectProps) {
  const { t } = useTranslation(['staff', 'common'])
  const [term, setTerm] = useState('')
  const [settled] = useDebouncedValue(term, 250)
  const { data = [] } = useQuery({ ...membersQuery(settled), placeholderData: (before) => before })
  return (
    <Select
      label={t('common:role.brand')}
      searchable
      searchValue={term}
      onSearchChange={setTerm}
      nothingFoundMessage={t('nobody_found')}
      filter={({ options }) => options}
      data={data
        .filter((profile) => profile.role === 'brand')
        .map((profile) => ({ value: profile.id, label: profile.display_name ?? profile.id }))}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      error={error}
    />
  )
}

function AssignForm({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { t } = useTranslation('staff')
  const act = useStaffAction()
  const { fieldOf, controlOf, handleSubmit } = useDraftForm(
    schema,
    { brandId: payment.payer_id ?? '', note: '' },
    `staff:suspense:${payment.id}`,
  )
  const submit = handleSubmit((input) =>
    act
      .mutateAsync({
        act: 'resolve_suspense',
        args: { payment_id: payment.id, profile_id: input.brandId, note: input.note },
      })
      .then(onClose),
  )
  return (
    <Form onSubmit={submit}>
      <BrandSelect {...controlOf('brandId')} />
      <NoteField label={t('assign_note')} {...fieldOf('note')} />
      <FormActions submit={t('assign')} busy={act.isPending} onCancel={onClose} />
    </Form>
  )
}

/** Money that arrived and fits no order. */
export function Suspense() {
  const { t } = useTranslation('staff')
  const query = useQuery(suspenseQuery())
  const [assigning, setAssigning] = useState<Payment | null>(null)
  const close = () => setAssigning(null)
  return (
    <>
      <QueryView
        query={query}
        skeleton={<ListSkeleton rows={3} />}
        empty={{
          icon: Landmark,
          title: t('no_suspense'),
          text: t('no_suspense_text'),
          action: (
            <Button variant="default" loading={query.isFetching} onClick={() => query.refetch()}>
              {t('refresh')}
            </Button>
          ),
        }}
      >
        {(list) => (
          <ul className={primitives.rows}>
            {list.map((payment) => (
              <li key={payment.id} className={styles.row}>
                <span className={primitives.words}>
                  <strong>
                    <MoneyText
                      minor={payment.suspense_minor ?? payment.amount_minor}
                      currency={payment.currency}
                    />
                  </strong>
                  <span className={primitives.quiet}>
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
      <Dialog opened={assigning !== null} onClose={close} title={t('assign_title')}>
        {assigning && <AssignForm key={assigning.id} payment={assigning} onClose={close} />}
      </Dialog>
    </>
  )
}
