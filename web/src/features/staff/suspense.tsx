import { Button } from '@mantine/core'
import { Landmark } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { formatMoney } from '@/domain/money/money.ts'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { requiredText, useDraftForm } from '@/lib/form.ts'
import { textKey, textOr } from '@/lib/i18n/text.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import { GroupName } from '@/ui/named-group.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { note, NoteField } from './note-dialog.tsx'
import { MemberLink, OrderLink } from './links.tsx'
import { MemberSelect } from './member-select.tsx'
import { ProposalNote } from './proposed.tsx'
import { useStaffAction } from './staff-actions.ts'
import { StaffList } from './staff-list.tsx'
import type { Payment } from './staff-rows.ts'

const schema = z.object({
  ownerId: requiredText(textKey('staff:give_to_needed')),
  note,
})

/** Compares the amount with the expected one, and names the possible owner. */
function Facts({ payment }: { payment: Payment }) {
  const { t } = useTranslation('staff')
  const { claimed_order_id: ordered, order_id: order = ordered } = payment
  return (
    <span className={primitives.words}>
      <GroupName>
        <MoneyText
          minor={payment.suspense_minor ?? payment.amount_minor}
          currency={payment.currency}
        />
      </GroupName>
      <span className={primitives.quiet}>
        {textOr(`staff:problem_${payment.problem}`, payment.problem ?? '')} · {payment.provider}{' '}
        <code>{payment.provider_ref}</code> · <TimeText value={payment.created_at} />
      </span>
      <span className={primitives.quiet}>
        {t('suspense_payer')} <MemberLink id={payment.payer_id} name={payment.payer} />
        {payment.number && payment.price_minor !== null && payment.price_currency && (
          <>
            {' · '}
            <OrderLink id={order ?? ordered} name={payment.number} /> {t('suspense_expected')}{' '}
            <MoneyText minor={payment.price_minor} currency={payment.price_currency} />
          </>
        )}
      </span>
      {payment.is_proposed && <ProposalNote find={payment.id} />}
    </span>
  )
}

function AssignForm({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { t, i18n } = useTranslation(['staff', 'common'])
  const act = useStaffAction()
  const role = (payment.problem === 'payee_left' && payment.payer_role) || 'brand'
  const minor = payment.suspense_minor ?? payment.amount_minor
  const amount = formatMoney(minor, payment.currency, i18n.language)
  const { fieldOf, controlOf, handleSubmit } = useDraftForm(
    schema,
    { ownerId: payment.payer_id ?? '', note: '' },
    `staff:suspense:${payment.id}`,
  )
  const submit = handleSubmit((input) =>
    act
      .mutateAsync({
        act: 'resolve_suspense',
        args: {
          payment_id: payment.id,
          profile_id: input.ownerId,
          note: input.note,
          amount_minor: minor,
        },
      })
      .then(onClose),
  )
  return (
    <Form onSubmit={submit} text={role === 'brand' && t('assign_text')}>
      <MemberSelect
        label={t(`common:role.${role}`)}
        role={role}
        chosen={payment.payer}
        {...controlOf('ownerId')}
      />
      <NoteField label={t('assign_note')} {...fieldOf('note')} />
      <FormActions
        submit={t('assign_amount', { amount })}
        busy={act.isPending}
        onCancel={onClose}
      />
    </Form>
  )
}

/** The list of payments that arrived and fit no order. */
export function SuspensePayments() {
  const { t } = useTranslation('staff')
  const [assigning, setAssigning] = useState<Payment | null>(null)
  const close = () => setAssigning(null)
  return (
    <>
      <StaffList
        list="suspense"
        find={t('find_payment')}
        empty={{ icon: Landmark, title: t('no_suspense'), text: t('no_suspense_text') }}
      >
        {(payment) => (
          <>
            <Facts payment={payment} />
            <Button
              size="xs"
              data-open
              disabled={payment.is_proposed}
              onClick={() => setAssigning(payment)}
            >
              {t('assign')}
            </Button>
          </>
        )}
      </StaffList>
      <Dialog opened={assigning !== null} onClose={close} title={t('assign_title')}>
        {assigning && <AssignForm key={assigning.id} payment={assigning} onClose={close} />}
      </Dialog>
    </>
  )
}
