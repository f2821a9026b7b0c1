import { NativeSelect, Text } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { clockWords } from '@/domain/orders/clocks.ts'
import { formatMoney, parseMoney } from '@/domain/money/money.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import type { OrderSide } from '@/domain/orders/orders.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { requiredText, useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { Form, FormActions } from '@/ui/form.tsx'
import { Textarea } from '@/ui/textarea.tsx'
import type { DisputeCategory, FormProps } from '../actions/use-order-action.ts'
import { ShareField } from './share-field.tsx'
import { shareSchema } from './share-text.ts'
import { useEvidenceFiles } from './use-evidence-files.tsx'

/** Categories of a dispute, for each side that opens one. */
const CATEGORIES = {
  brand: ['not_delivered', 'late', 'not_as_agreed', 'other'],
  kol: ['withheld_by_brand', 'not_as_agreed', 'other'],
} as const satisfies Record<OrderSide, readonly DisputeCategory[]>

interface Props extends FormProps {
  order: Order
  side: OrderSide
  name: string
}

/** Form that opens a dispute: its category, what went wrong, files, and the split that the side proposes. */
export function DisputeForm({ order, side, name, ...props }: Props) {
  const { t, i18n } = useTranslation(['orders', 'common'])
  const { currency, price_minor: price } = order
  const schema = z.object({
    category: z.enum(CATEGORIES[side], textKey('orders:category_needed')),
    text: requiredText(textKey('orders:text_needed')),
    share: shareSchema(order, i18n.language, true),
  })
  const { fieldOf, handleSubmit, watch } = useDraftForm(
    schema,
    { category: '', text: '', share: '' },
    props.place,
  )
  const files = useEvidenceFiles(props.place, side === 'brand' ? order.kol_id : order.brand_id)
  const read = (text: string) => parseMoney(text, currency, i18n.language) ?? undefined
  const submit = handleSubmit(async ({ category, text, share }) => {
    await props.onSubmit({
      move: 'open_dispute',
      reason: text,
      category,
      creator_share_minor: read(share),
      files: await files.upload(),
    })
    files.forget()
  })
  return (
    <Form onSubmit={submit} text={t('dispute_text', { name })}>
      <Text size="sm" c="dimmed">
        {t('dispute_silence', clockWords(order))}
      </Text>
      <NativeSelect
        label={t('dispute_category')}
        data={[
          { value: '', label: t('choose') },
          ...CATEGORIES[side].map((value) => ({
            value,
            label: t(`common:ruling_category.${value}`),
            disabled: value === 'not_delivered' && order.status === 'delivered',
          })),
        ]}
        data-autofocus
        {...fieldOf('category')}
      />
      <Textarea
        label={t('dispute_reason')}
        description={t('dispute_files')}
        maxLength={LIMITS.order_events_note_length.max}
        {...fieldOf('text')}
      />
      {files.field}
      <ShareField
        order={order}
        side={side}
        label={t('dispute_wish', { currency, price: formatMoney(price, currency, i18n.language) })}
        hint={t('dispute_wish_text', { name })}
        typed={watch('share')}
        {...fieldOf('share')}
      />
      <FormActions
        submit={t('dispute')}
        danger
        busy={props.busy || files.isPending}
        onCancel={props.onCancel}
      />
    </Form>
  )
}
