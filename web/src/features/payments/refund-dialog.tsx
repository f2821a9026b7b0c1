import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatMoney, moneyInput, parseMoney } from '@/domain/money/money.ts'
import { shortDate } from '@/lib/time.ts'
import { toast } from '@/lib/toast.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { QueryView } from '@/ui/query-view.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { returnableQuery, useRequestRefund, type Refund, type Returnable } from './queries.ts'

interface FormProps {
  payments: Returnable[]
  onClose: () => void
  busy: boolean
  onSubmit: (refund: Refund) => void
}

function RefundForm({ payments, onClose, busy, onSubmit }: FormProps) {
  const { t, i18n } = useTranslation(['payments', 'common'])
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const input = (payment: Returnable | undefined) =>
    payment ? moneyInput(payment.amount_minor, payment.currency, i18n.language) : ''
  const { register, control, handleSubmit, formState, watch, setValue } = useForm({
    defaultValues: { paymentId: payments[0]?.payment_id ?? '', amount: input(payments[0]) },
  })
  const chosen = payments.find((payment) => payment.payment_id === watch('paymentId'))
  const currency = chosen?.currency ?? 'USD'
  const money = (minor: number, of = currency) => formatMoney(minor, of, i18n.language)
  const read = (text: string) => parseMoney(text, currency, i18n.language)
  const submit = handleSubmit(({ paymentId, amount }) =>
    onSubmit({ paymentId, amount: read(amount) ?? 0, idempotencyKey }),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Controller
          control={control}
          name="paymentId"
          render={({ field }) => (
            <Select
              label={t('refund_payment')}
              allowDeselect={false}
              data={payments.map((payment) => ({
                value: payment.payment_id,
                label: `${money(payment.amount_minor, payment.currency)} · ${shortDate(new Date(payment.paid_at), i18n.language)}`,
              }))}
              value={field.value}
              onChange={(next) => {
                field.onChange(next)
                setValue('amount', input(payments.find((payment) => payment.payment_id === next)))
              }}
            />
          )}
        />
        <TextInput
          label={t('amount', { currency })}
          description={t('refund_amount_text', { most: money(chosen?.amount_minor ?? 0) })}
          inputMode="decimal"
          error={formState.errors.amount?.message}
          {...register('amount', {
            validate: (text) => {
              const minor = read(text)
              if (minor === null || minor <= 0) return t('amount_wrong')
              return (chosen !== undefined && minor <= chosen.amount_minor) || t('amount_too_much')
            },
          })}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('refund_submit')}
          </Button>
        </Group>
      </Stack>
    </form>
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
    refund.mutate(asked, {
      onSuccess: () => {
        onClose()
        toast.success(t('refund_done'))
      },
    })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('refund_title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <QueryView
        bare
        query={query}
        skeleton={<ListSkeleton rows={2} />}
        isEmpty={(payments) => payments.length === 0}
        empty={<EmptyState bare title={t('refund_none')} />}
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
    </Modal>
  )
}
