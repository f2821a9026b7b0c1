import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { formatMoney, parseMoney } from '@/domain/money/money.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import type { OrderSide } from '@/domain/orders/orders.ts'
import { useDraftForm } from '@/lib/form.ts'
import { Form, FormActions } from '@/ui/form.tsx'
import type { FormProps } from '../actions/use-order-action.ts'
import { ShareField } from './share-field.tsx'
import { shareSchema } from './share-text.ts'

export function SettlementForm({
  order,
  side,
  ...props
}: FormProps & { order: Order; side: OrderSide }) {
  const { t, i18n } = useTranslation('orders')
  const { currency, price_minor: price } = order
  const { fieldOf, handleSubmit, watch } = useDraftForm(
    z.object({ share: shareSchema(order, i18n.language) }),
    { share: '' },
    props.place,
  )
  const read = (text: string) => parseMoney(text, currency, i18n.language)
  return (
    <Form
      onSubmit={handleSubmit(({ share: text }) =>
        props.onSubmit({ move: 'propose_settlement', creator_share_minor: read(text) ?? 0 }),
      )}
      text={t('propose_text')}
    >
      <ShareField
        order={order}
        side={side}
        label={t('propose_share', { currency, price: formatMoney(price, currency, i18n.language) })}
        data-autofocus
        typed={watch('share')}
        {...fieldOf('share')}
      />
      <FormActions submit={t('propose_settlement')} busy={props.busy} onCancel={props.onCancel} />
    </Form>
  )
}
