import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { moneySchema } from '@/domain/money/money-field.ts'
import { formatMoney, parseMoney } from '@/domain/money/money.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { requestKey } from '@/lib/storage/drafts.ts'
import { useDraftForm } from '@/lib/form.ts'
import { useUser } from '@/lib/session/session.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { Form, FormActions } from '@/ui/form.tsx'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { Textarea } from '@/ui/textarea.tsx'
import { tipBoundsQuery, type TipBounds } from '../queries.ts'
import type { FormProps } from './use-order-action.ts'

const NOTE_MAX = 500

type Props = FormProps & { order: Order; name: string }

function BoundedTipForm({ order, name, bounds, ...props }: Props & { bounds: TipBounds }) {
  const { t, i18n } = useTranslation('orders')
  const member = useUser()?.id ?? 'nobody'
  const { currency } = order
  const show = (minor: number) => formatMoney(minor, currency, i18n.language)
  const shown = { least: show(bounds.least_minor), most: show(bounds.most_minor) }
  const schema = z.object({
    amount: moneySchema({
      currency,
      locale: i18n.language,
      least: bounds.least_minor,
      most: bounds.most_minor,
      wrong: textKey('orders:tip_wrong', shown),
    }),
    note: z.string().check(z.trim()),
  })
  const { fieldOf, handleSubmit, watch } = useDraftForm(
    schema,
    { amount: '', note: '' },
    props.place,
  )
  const submit = handleSubmit(({ amount, note }) =>
    props.onSubmit({
      move: 'tip_order',
      amount_minor: parseMoney(amount, currency, i18n.language) ?? 0,
      note,
      idempotency_key: requestKey(member, props.place),
    }),
  )
  const typed = parseMoney(watch('amount'), currency, i18n.language)
  return (
    <Form onSubmit={submit} text={t('tip_text', { name })}>
      <TextInput
        label={t('tip_amount', { currency })}
        description={t('tip_bounds', shown)}
        inputMode="decimal"
        data-autofocus
        {...fieldOf('amount')}
      />
      <Textarea
        label={t('tip_note')}
        minRows={2}
        maxRows={6}
        maxLength={NOTE_MAX}
        {...fieldOf('note')}
      />
      <FormActions
        submit={typed ? t('tip_amount_button', { amount: show(typed) }) : t('tip')}
        busy={props.busy}
        onCancel={props.onCancel}
      />
    </Form>
  )
}

/** Form for a tip. Its limits depend on the wallet and on earlier tips. */
export function TipForm(props: Props) {
  const query = useQuery(tipBoundsQuery(props.order.id))
  return (
    <QueryView bare query={query} skeleton={<ListSkeleton rows={2} />}>
      {(bounds) => <BoundedTipForm {...props} bounds={bounds} />}
    </QueryView>
  )
}
