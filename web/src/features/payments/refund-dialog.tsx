import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { formatMoney, moneyInput, parseMoney } from '@/domain/money/money.ts'
import { requestKey } from '@/lib/storage/drafts.ts'
import { useDraftForm } from '@/lib/form.ts'
import { useUser } from '@/lib/session/session.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { toast } from '@/lib/toast.ts'
import { refundableQuery, refundableToCards, useRequestRefunds } from '@/shared/money/refunds.ts'
import type { Refundable, RefundRequest } from '@/shared/money/refunds.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'

interface FormProps {
  sums: Refundable[]
  onClose: () => void
  busy: boolean
  onSubmit: (refund: RefundRequest) => Promise<unknown>
}

function refundSchema(sums: Refundable[], locale: string) {
  const minorOf = (input: { amount: string; currency: string }) =>
    parseMoney(input.amount, input.currency, locale) ?? 0
  const most = (currency: string) =>
    sums.find((each) => each.currency === currency)?.amount_minor ?? 0
  const path = ['amount']
  return z.object({ currency: z.string(), amount: z.string() }).check(
    z.refine((input) => minorOf(input) > 0, { path, error: textKey('payments:amount_wrong') }),
    z.refine((input) => minorOf(input) <= most(input.currency), {
      path,
      error: textKey('payments:amount_too_much'),
    }),
  )
}

function RefundForm({ sums, onClose, busy, onSubmit }: FormProps) {
  const { t, i18n } = useTranslation(['payments', 'common'])
  const member = useUser()?.id ?? 'nobody'
  const input = (sum: Refundable | undefined) =>
    sum ? moneyInput(sum.amount_minor, sum.currency, i18n.language) : ''
  const { fieldOf, controlOf, handleSubmit, setValue } = useDraftForm(
    refundSchema(sums, i18n.language),
    { currency: sums[0]?.currency ?? 'USD', amount: input(sums[0]) },
    'refund',
  )
  const control = controlOf('currency')
  const chosen = sums.find((each) => each.currency === control.value)
  const currency = chosen?.currency ?? 'USD'
  const submit = handleSubmit(({ amount }) =>
    onSubmit({
      currency,
      amount: parseMoney(amount, currency, i18n.language) ?? 0,
      idempotencyKey: requestKey(member, 'refund'),
    }),
  )
  return (
    <Form onSubmit={submit}>
      <p>{t('refund_text')}</p>
      {sums.length > 1 && (
        <Select
          {...control}
          label={t('common:currency')}
          data={sums.map((each) => each.currency)}
          onChange={(next) => {
            control.onChange(next)
            setValue('amount', input(sums.find((each) => each.currency === next)))
          }}
        />
      )}
      <TextInput
        label={t('amount', { currency })}
        description={t('refund_amount_text', {
          most: formatMoney(chosen?.amount_minor ?? 0, currency, i18n.language),
        })}
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

/** Dialog in which a brand returns money from its wallet to its cards, for all payments in one step. */
export function RefundDialog({ opened, onClose }: Props) {
  const { t } = useTranslation(['payments', 'common'])
  const query = useQuery({
    ...refundableQuery(),
    select: refundableToCards,
    enabled: opened,
  })
  // The mutation is outside the form, because the form is removed as soon as nothing is left to return.
  const refund = useRequestRefunds()
  const submit = (asked: RefundRequest) =>
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
        {(sums) => (
          <RefundForm sums={sums} onClose={onClose} busy={refund.isPending} onSubmit={submit} />
        )}
      </QueryView>
    </Dialog>
  )
}
