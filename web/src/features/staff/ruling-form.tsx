import { Slider, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { moneyText } from '@/domain/money/money-field.ts'
import { formatMoney, moneyInput, parseMoney } from '@/domain/money/money.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { fieldError, useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/text.ts'
import { Form, FormActions } from '@/ui/form.tsx'
import { note, NoteField } from './note-dialog.tsx'
import { useStaffAction } from './staff-actions.ts'

const PERCENT_MARKS = [0, 25, 50, 75, 100]

/** A percentage of the price in whole units, the odd part to the brand. */
export const shareOf = (price: number, percent: number) =>
  Number((BigInt(price) * BigInt(Math.round(percent))) / 100n)

function rulingSchema({ currency, price_minor: most }: Order, locale: string) {
  const wrong = textKey('staff:ruling_wrong', { price: formatMoney(most, currency, locale) })
  return z.object({
    share: moneyText({ currency, locale, most, zero: true, wrong }),
    note,
  })
}

export function RulingForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t, i18n } = useTranslation(['staff', 'common'])
  const act = useStaffAction()
  const { currency, price_minor: price } = order
  const { register, handleSubmit, formState, watch, setValue } = useDraftForm(
    rulingSchema(order, i18n.language),
    {
      share: moneyInput(shareOf(price, 50), currency, i18n.language),
      note: '',
    },
    `staff:ruling:${order.id}`,
  )
  const read = (text: string) => parseMoney(text, currency, i18n.language)
  const share = read(watch('share'))
  const money = (minor: number) => formatMoney(minor, currency, i18n.language)
  const submit = handleSubmit((fields) =>
    act
      .mutateAsync({
        act: 'rule',
        orderId: order.id,
        share: read(fields.share) ?? 0,
        note: fields.note,
      })
      .then(onClose),
  )
  return (
    <Form onSubmit={submit}>
      <TextInput
        label={t('ruling_share', { price: money(price) })}
        inputMode="decimal"
        data-autofocus
        error={fieldError(formState.errors.share)}
        {...register('share')}
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
      <NoteField
        label={t('ruling_note')}
        description={t('ruling_note_text')}
        maxLength={5000}
        data-autofocus={undefined}
        error={formState.errors.note}
        {...register('note')}
      />
      <FormActions submit={t('rule')} busy={act.isPending} onCancel={onClose} />
    </Form>
  )
}
