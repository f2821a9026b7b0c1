import type { ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { isOnChain } from '@/domain/money/on-chain.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { isUnpaid, type OrderSide } from '@/domain/orders/orders.ts'
import { TextForm } from './text-form.tsx'
import type { FormProps, OrderMove } from './use-order-action.ts'

interface Props<Chosen> extends FormProps {
  chosen: Chosen
  order: Order
  /** Name of the other side. */
  name: string
}

type Ending = 'decline' | 'cancel' | 'request_cancel' | 'appeal'

const ENDINGS: Record<Ending, (reason: string) => OrderMove> = {
  decline: (reason) => ({ move: 'decline_order', reason }),
  cancel: (reason) => ({ move: 'cancel_order', reason, at_once: true }),
  request_cancel: (reason) => ({ move: 'cancel_order', reason }),
  appeal: (reason) => ({ move: 'appeal_ruling', reason }),
}

/** Form for the reason of declining, cancelling or appealing. If the action is no longer possible, the form says so. */
export function ReasonForm({
  chosen,
  side,
  order,
  name,
  ...rest
}: Props<Ending> & { side: OrderSide; effect: ReactNode }) {
  const { t } = useTranslation('orders')
  const isOver = !rest.busy && rest.effect === undefined
  const explained = () => {
    if (isOver) return t('changed_meanwhile')
    if (chosen === 'cancel' && isUnpaid(order.status)) return t('cancel_unpaid_text')
    if (chosen === 'request_cancel') return t('request_cancel_text', { name, context: side })
    return t(`${chosen}_text`, { name, context: isOnChain(order.currency) ? 'chain' : undefined })
  }
  return (
    <TextForm
      {...rest}
      danger
      disabled={isOver}
      text={explained()}
      label={t(`${chosen}_reason`, { name })}
      submit={t(chosen)}
      cancelLabel={chosen === 'appeal' ? undefined : t('keep')}
      required={chosen === 'appeal'}
      toMove={ENDINGS[chosen]}
    />
  )
}

type Changes = 'request_revision' | 'draft_changes'

const CHANGES: Record<Changes, (note: string) => OrderMove> = {
  request_revision: (note) => ({ move: 'request_revision', note }),
  draft_changes: (note) => ({ move: 'request_draft_changes', note }),
}

/** Form for the changes that the brand requests to a delivery or a draft. */
export function ChangesForm({
  chosen,
  order,
  name,
  effect,
  ...rest
}: Props<Changes> & { effect: ReactNode }) {
  const { t } = useTranslation('orders')
  const isOver = !rest.busy && effect === undefined
  const count = order.revisions_allowed - order.revisions_used
  return (
    <TextForm
      {...rest}
      text={isOver ? t('changed_meanwhile') : t(`${chosen}_text`, { name, count })}
      disabled={isOver}
      label={t(`${chosen}_reason`)}
      submit={t(chosen)}
      required
      toMove={CHANGES[chosen]}
    />
  )
}
