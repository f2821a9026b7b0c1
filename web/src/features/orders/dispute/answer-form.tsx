import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import type { OrderAction } from '../actions/order-actions-query.ts'
import { TextForm } from '../actions/text-form.tsx'
import type { FormProps } from '../actions/use-order-action.ts'
import { EvidenceForm } from './evidence-form.tsx'

interface Props extends FormProps {
  otherName: string
}

/** An answer to the other side: with evidence as long as it is taken, later in words alone. */
export function AnswerForm({
  action,
  order,
  ...props
}: Props & { action: OrderAction | undefined; order: Order }) {
  return action?.action === 'give_evidence' ? (
    <EvidenceForm {...props} order={order} />
  ) : (
    <WordsForm {...props} />
  )
}

function WordsForm({ otherName, ...props }: Props) {
  const { t } = useTranslation('orders')
  // One id for every attempt, so that a retry does not add a second statement.
  const [statementId] = useState(() => crypto.randomUUID())
  return (
    <TextForm
      {...props}
      required
      text={t('answer_text', { name: otherName })}
      label={t('answer_body')}
      submit={t('answer')}
      toMove={(body) => ({ move: 'answer_dispute', body, statement_id: statementId })}
    />
  )
}
