import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { formatMoney, moneyInput, parseMoney } from '@/domain/money/money.ts'
import { requestKey } from '@/lib/storage/drafts.ts'
import { useDraftForm } from '@/lib/form.ts'
import { useUser } from '@/lib/session/session.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { shortDate } from '@/lib/i18n/time.ts'
import { toast } from '@/lib/toast.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import { QueryView } from '@/ui/query-view.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { returnableQuery, useRequestRefund, type Refund, type Returnable } from './queries.ts'

interface FormProps {
  payments: Returnable[]
  onClose: () => void
  busy: boolean
  onSubmit: (refund: Refund) => Promise<unknown>
}

function refundSchema(payments: Returnable[], locale: string) {
  const paymentOf = (id: string) => payments.find((payment) => payment.payment_id === id)
  const minorOf = (input: { amount: string; paymentId: string }) =>
    parseMoney(input.amount, paymentOf(input.paymentId)?.currency ?? 'USD', locale) ?? 0
  const path = ['amount']
  return z.object({ paymentId: z.string(), amount: z.string() }).check(
    z.refine((input) => minorOf(input) > 0, { path, error: textKey('payments:amount_wrong') }),
    z.refine((input) => minorOf(input) <= (paymentOf(input.paymentId)?.amount_minor ?? 0), {
      path,
      error: textKey('payments:amount_too_much'),
    }),
  )
}

function RefundForm({ payments, onClose, busy, onSubmit }: FormProps) {
  const { t, i18n } = useTranslation(['payments', 'common'])
  const member = useUser()?.id ?? 'nobody'
  const input = (payment: Returnable | undefined) =>
    payment ? moneyInput(payment.amount_minor, payment.currency, i18n.language) : ''
  const { fieldOf, controlOf, handleSubmit, setValue } = useDraftForm(
    refundSchema(payments, i18n.language),
    {
      paymentId: payments[0]?.payment_id ?? '',
      amount: input(payments[0]),
    },
    'refund',
  )
  const paymentId = controlOf('paymentId')
  const chosen = payments.find((payment) => payment.payment_id === paymentId.value)
  const currency = chosen?.currency ?? 'USD'
  const money = (minor: number, of = currency) => formatMoney(minor, of, i18n.language)
  const submit = handleSubmit(({ paymentId, amount }) =>
    onSubmit({
      paymentId,
      amount: parseMoney(amount, currency, i18n.language) ?? 0,
      idempotencyKey: requestKey(member, 'refund', [paymentId, amount]),
    }),
  )
  return (
    <Form onSubmit={submit}>
      <Select
        {...paymentId}
        label={t('refund_payment')}
        allowDeselect={false}
        data={payments.map((payment) => ({
          value: payment.payment_id,
          label: `${money(payment.amount_minor, payment.currency)} · ${shortDate(new Date(payment.paid_at), i18n.language)}`,
        }))}
        onChange={(next) => {
          paymentId.onChange(next)
          setValue('amount', input(payments.find((payment) => payment.payment_id === next)))
        }}
      />
      <TextInput
        label={t('amount', { currency })}
        description={t('refund_amount_text', { most: money(chosen?.amount_minor ?? 0) })}
        inputMode="decimal"
        data-autofocus
        {...fieldOf('amount')}
      />
      <FormActions submit={t('refund_submit')} busy={busy} onCancel={onClose} />
    </Form>
  )
}

interface Props {
  opened: boolean
  onClose: () => void
}

/** A brand takes wallet money back the way it came in. */
export function RefundDialog({ opened, onClose }: Props) {
  const { t } = useTranslation(['payments', 'common'])
  const query = useQuery({ ...returnableQuery(), enabled: opened })
  // Not in the form: it is gone as soon as nothing is left to return.
  const refund = useRequestRefund()
  const submit = (asked: Refund) =>
    refund.mutateAsync(asked).then(() => {
      onClose()
      toast.success(t('refund_done'))
    })
  return (
    <Dialog opened={opened} onClose={onClose} title={t('refund_title')}>
      <QueryView
        bare
        query={query}
        skeleton={<ListSkeleton rows={2} />}
        empty={{ title: t('refund_none') }}
      >
        {(payments) => (
          <RefundForm
            payments={payments}
            onClose={onClose}
            busy={refund.isPending}
            onSubmit={submit}
          />
        )}
      </QueryView>
    </Dialog>
  )
}
