import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatMoney, moneyInput, parseMoney } from '@/domain/money/money.ts'
import { toast } from '@/lib/toast.ts'
import { useRequestPayout, type Balance } from './queries.ts'

interface Props {
  opened: boolean
  onClose: () => void
  balances: Balance[]
}

function PayoutForm({ balances, onClose }: Omit<Props, 'opened'>) {
  const { t, i18n } = useTranslation(['payments', 'common'])
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const request = useRequestPayout()
  const sources = balances.filter((each) => each.kind === 'available' && each.amount_minor > 0)
  const first = sources[0]
  const { register, control, handleSubmit, formState, watch, setValue } = useForm({
    defaultValues: {
      currency: first?.currency ?? 'USD',
      amount: first ? moneyInput(first.amount_minor, first.currency, i18n.language) : '',
      destination: '',
    },
  })
  const currency = watch('currency')
  const available = sources.find((each) => each.currency === currency)?.amount_minor ?? 0
  const read = (text: string) => parseMoney(text, currency, i18n.language)

  const submit = handleSubmit(({ amount, destination }) =>
    request.mutate(
      { amount: read(amount) ?? 0, currency, destination: destination.trim(), idempotencyKey },
      {
        onSuccess: () => {
          onClose()
          toast.success(t('payout_done'))
        },
      },
    ),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
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
                  setValue(
                    'amount',
                    moneyInput(chosen.amount_minor, chosen.currency, i18n.language),
                  )
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
          error={formState.errors.amount?.message}
          {...register('amount', {
            validate: (text) => {
              const minor = read(text)
              if (minor === null || minor <= 0) return t('amount_wrong')
              return minor <= available || t('amount_too_much')
            },
          })}
        />
        <TextInput
          label={t('destination')}
          description={t(currency === 'USDC' ? 'destination_usdc' : 'destination_usd')}
          maxLength={300}
          error={formState.errors.destination?.message}
          {...register('destination', {
            validate: (text) => text.trim().length >= 3 || t('destination_needed'),
          })}
        />
        <Text size="sm" c="dimmed">
          {t('payout_text')}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={request.isPending}>
            {t('payout_submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

export function PayoutDialog({ opened, onClose, balances }: Props) {
  const { t } = useTranslation(['payments', 'common'])
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('payout_title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <PayoutForm balances={balances} onClose={onClose} />
    </Modal>
  )
}
