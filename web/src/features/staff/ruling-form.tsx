import { Button, Group, Slider, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatMoney, moneyInput, parseMoney } from '@/domain/money/money.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { useStaffAction } from './staff-actions.ts'

const PERCENT_MARKS = [0, 25, 50, 75, 100]

/** A percentage of the price in whole units, the odd part to the brand. */
export const shareOf = (price: number, percent: number) =>
  Number((BigInt(price) * BigInt(Math.round(percent))) / 100n)

export function RulingForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t, i18n } = useTranslation(['staff', 'common'])
  const act = useStaffAction()
  const { currency, price_minor: price } = order
  const { register, handleSubmit, formState, watch, setValue } = useForm({
    defaultValues: { share: moneyInput(shareOf(price, 50), currency, i18n.language), note: '' },
  })
  const read = (text: string) => parseMoney(text, currency, i18n.language)
  const share = read(watch('share'))
  const isValid = (minor: number | null) => minor !== null && minor <= price
  const money = (minor: number) => formatMoney(minor, currency, i18n.language)
  const submit = handleSubmit((fields) =>
    act.mutate(
      {
        act: 'rule',
        orderId: order.id,
        share: read(fields.share) ?? 0,
        note: fields.note.trim(),
      },
      { onSuccess: onClose },
    ),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('ruling_share', { price: money(price) })}
          inputMode="decimal"
          data-autofocus
          error={formState.errors.share?.message}
          {...register('share', {
            validate: (text) => isValid(read(text)) || t('ruling_wrong', { price: money(price) }),
          })}
        />
        <Slider
          mb="lg"
          label={(percent) => `${percent} %`}
          thumbLabel={t('ruling_percent')}
          marks={PERCENT_MARKS.map((value) => ({ value, label: `${value} %` }))}
          value={share === null ? 0 : Math.min(100, Math.round((share / price) * 100))}
          onChange={(percent) =>
            setValue('share', moneyInput(shareOf(price, percent), currency, i18n.language))
          }
        />
        <Textarea
          label={t('ruling_note')}
          description={t('ruling_note_text')}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={5000}
          error={formState.errors.note?.message}
          {...register('note', { validate: (text) => text.trim() !== '' || t('note_needed') })}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={act.isPending}>
            {t('rule')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
