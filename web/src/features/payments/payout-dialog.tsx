import { Select, Text, TextInput } from '@mantine/core'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { formatMoney, moneyInput, parseMoney } from '@/domain/money/money.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { requestKey } from '@/lib/drafts.ts'
import { fieldError, useDraftForm } from '@/lib/form.ts'
import { useUser } from '@/lib/session.ts'
import { textKey } from '@/lib/text.ts'
import { toast } from '@/lib/toast.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import { useRequestPayout, type Balance } from './queries.ts'

interface Props {
  opened: boolean
  onClose: () => void
  balances: Balance[]
}

function payoutSchema(sources: Balance[], locale: string) {
  const minorOf = (input: { amount: string; currency: string }) =>
    parseMoney(input.amount, input.currency, locale) ?? 0
  const available = (currency: string) =>
    sources.find((each) => each.currency === currency)?.amount_minor ?? 0
  const path = ['amount']
  return z
    .object({
      currency: z.string(),
      amount: z.string(),
      destination: z
        .string()
        .check(
          z.trim(),
          z.minLength(
            LIMITS.payouts_destination_length.min,
            textKey('payments:destination_needed'),
          ),
        ),
    })
    .check(
      z.refine((input) => minorOf(input) > 0, { path, error: textKey('payments:amount_wrong') }),
      z.refine((input) => minorOf(input) <= available(input.currency), {
        path,
        error: textKey('payments:amount_too_much'),
      }),
    )
}

function usePayout(balances: Balance[], onDone: () => void) {
  const { t, i18n } = useTranslation('payments')
  const member = useUser()?.id ?? 'nobody'
  const request = useRequestPayout()
  const sources = balances.filter((each) => each.kind === 'available' && each.amount_minor > 0)
  const first = sources[0]
  const form = useDraftForm(
    payoutSchema(sources, i18n.language),
    {
      currency: first?.currency ?? 'USD',
      amount: first ? moneyInput(first.amount_minor, first.currency, i18n.language) : '',
      destination: '',
    },
    'payout',
  )
  const currency = form.watch('currency')
  const available = sources.find((each) => each.currency === currency)?.amount_minor ?? 0

  const submit = form.handleSubmit(({ amount, destination }) =>
    request
      .mutateAsync({
        amount: parseMoney(amount, currency, i18n.language) ?? 0,
        currency,
        destination,
        idempotencyKey: requestKey(member, 'payout', [amount, currency, destination]),
      })
      .then(() => {
        onDone()
        toast.success(t('payout_done'))
      }),
  )
  return { form, submit, sources, currency, available, busy: request.isPending }
}

function PayoutForm({ balances, onClose }: Omit<Props, 'opened'>) {
  const { t, i18n } = useTranslation(['payments', 'common'])
  const { form, submit, sources, currency, available, busy } = usePayout(balances, onClose)
  const { register, control, formState, setValue } = form
  return (
    <Form onSubmit={submit}>
      {sources.length > 1 && (
        <Controller
          control={control}
          name="currency"
          render={({ field }) => (
            <Select
              label={t('currency')}
              allowDeselect={false}
              data={sources.map((each) => each.currency)}
              value={field.value}
              onChange={(next) => {
                const chosen = sources.find((each) => each.currency === next)
                if (!chosen) return
                field.onChange(chosen.currency)
                setValue('amount', moneyInput(chosen.amount_minor, chosen.currency, i18n.language))
              }}
            />
          )}
        />
      )}
      <TextInput
        label={t('amount', { currency })}
        description={t('amount_text', {
          available: formatMoney(available, currency, i18n.language),
        })}
        inputMode="decimal"
        data-autofocus
        error={fieldError(formState.errors.amount)}
        {...register('amount')}
      />
      <TextInput
        label={t('destination')}
        description={t(currency === 'USDC' ? 'destination_usdc' : 'destination_usd')}
        maxLength={LIMITS.payouts_destination_length.max}
        error={fieldError(formState.errors.destination)}
        {...register('destination')}
      />
      <Text size="sm" c="dimmed">
        {t('payout_text')}
      </Text>
      <FormActions submit={t('payout_submit')} busy={busy} onCancel={onClose} />
    </Form>
  )
}

export function PayoutDialog({ opened, onClose, balances }: Props) {
  const { t } = useTranslation(['payments', 'common'])
  return (
    <Dialog opened={opened} onClose={onClose} title={t('payout_title')}>
      <PayoutForm balances={balances} onClose={onClose} />
    </Dialog>
  )
}
