import { Stack, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatMoney, moneyInput, parseMoney } from '@/domain/money/money.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { FormEnd, type FormProps } from './form-end.tsx'
import { settlementPreviewQuery } from './queries.ts'

export function SettlementForm({ order, ...props }: FormProps & { order: Order }) {
  const { t, i18n } = useTranslation('orders')
  const { currency, price_minor: price } = order
  const { register, handleSubmit, formState, watch } = useForm({
    defaultValues: { share: moneyInput(Math.floor(price / 2), currency, i18n.language) },
  })
  const read = (text: string) => parseMoney(text, currency, i18n.language)
  const share = read(watch('share'))
  const valid = share !== null && share <= price
  const { data: parts } = useQuery({
    ...settlementPreviewQuery(order.id, share ?? 0),
    enabled: valid,
    placeholderData: keepPreviousData,
  })
  const money = (minor: number) => formatMoney(minor, currency, i18n.language)
  return (
    <form
      noValidate
      onSubmit={handleSubmit(({ share: text }) =>
        props.onSubmit({ move: 'propose_settlement', creator_share_minor: read(text) ?? 0 }),
      )}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('propose_text')}
        </Text>
        <TextInput
          label={t('propose_share', { currency, price: money(price) })}
          inputMode="decimal"
          data-autofocus
          error={formState.errors.share?.message}
          {...register('share', {
            validate: (text) => {
              const minor = read(text)
              return (minor !== null && minor <= price) || t('share_wrong', { price: money(price) })
            },
          })}
        />
        {valid && parts && (
          <Text size="sm" role="status">
            {t('propose_result', {
              creator: money(parts.creator_minor),
              brand: money(parts.brand_minor),
            })}
          </Text>
        )}
        <FormEnd label={t('propose_settlement')} {...props} />
      </Stack>
    </form>
  )
}
