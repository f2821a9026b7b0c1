import { NativeSelect, Text, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { clockWords } from '@/domain/orders/clocks.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import type { OrderSide } from '@/domain/orders/orders.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { requiredText, useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { Form, FormActions } from '@/ui/form.tsx'
import type { DisputeCategory, FormProps } from '../actions/use-order-action.ts'

/** A dispute is about one of these, from where each side stands. */
const CATEGORIES = {
  brand: ['not_delivered', 'late', 'not_as_agreed', 'other'],
  kol: ['withheld_by_brand', 'not_as_agreed', 'other'],
} as const satisfies Record<OrderSide, readonly DisputeCategory[]>

interface Props extends FormProps {
  order: Order
  side: OrderSide
  name: string
}

/** Form that opens a dispute: what it is about, and what went wrong. */
export function DisputeForm({ order, side, name, ...props }: Props) {
  const { t } = useTranslation(['orders', 'common'])
  const schema = z.object({
    category: z.enum(CATEGORIES[side], textKey('orders:category_needed')),
    text: requiredText(textKey('orders:text_needed')),
  })
  const { fieldOf, handleSubmit } = useDraftForm(schema, { category: '', text: '' }, props.place)
  return (
    <Form
      onSubmit={handleSubmit(({ category, text }) =>
        props.onSubmit({ move: 'open_dispute', reason: text, category }),
      )}
    >
      <Text size="sm" c="dimmed">
        {t('dispute_text', { ...clockWords(order), name })}
      </Text>
      <NativeSelect
        label={t('dispute_category')}
        data={[
          { value: '', label: t('choose') },
          ...CATEGORIES[side].map((value) => ({
            value,
            label: t(`common:ruling_category.${value}`),
          })),
        ]}
        data-autofocus
        {...fieldOf('category')}
      />
      <Textarea
        label={t('dispute_reason')}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={LIMITS.order_events_note_length.max}
        {...fieldOf('text')}
      />
      <FormActions submit={t('dispute')} danger busy={props.busy} onCancel={props.onCancel} />
    </Form>
  )
}
