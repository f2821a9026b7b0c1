import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePay } from '@/domain/orders/checkout.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import type { OrderSide } from '@/domain/orders/orders.ts'
import { ConfirmForm } from './confirm-form.tsx'
import { DeliverForm } from './deliver-form.tsx'
import type { OrderAction } from './order-actions.ts'
import { ReviewForm } from './review-form.tsx'
import { SettlementForm } from './settlement-form.tsx'
import { TextForm } from './text-form.tsx'
import { useOrderAction, type OrderMove } from './use-order-action.ts'

interface Props {
  order: Order
  side: OrderSide
  otherName: string
  /** What the other side offers in a dispute. */
  offer: number | null
  action: OrderAction | null
  onClose: () => void
}

function ActionForm({ order, side, otherName, offer, action, onClose }: Props) {
  const { t } = useTranslation('orders')
  const ask = useOrderAction(order.id)
  const pay = usePay()
  const common = {
    busy: ask.isPending,
    onCancel: onClose,
    onSubmit: (move: OrderMove) => ask.mutate(move, { onSuccess: onClose }),
  }
  const confirm = (
    move: OrderMove,
    key: 'accept' | 'complete' | 'extend' | 'agree_cancel',
    danger = false,
  ) => (
    <ConfirmForm
      {...common}
      move={move}
      text={t(`${key}_text`, { name: otherName })}
      label={t(key)}
      danger={danger}
    />
  )
  switch (action) {
    case 'accept':
      return confirm({ move: 'accept_order' }, 'accept')
    case 'complete':
      return confirm({ move: 'complete_order' }, 'complete')
    case 'extend':
      return confirm({ move: 'extend_review' }, 'extend')
    case 'agree_cancel':
      return confirm({ move: 'cancel_order', reason: '' }, 'agree_cancel', true)
    case 'pay':
      return (
        <ConfirmForm
          {...common}
          busy={pay.isPending || pay.isSuccess || ask.isPending}
          order={order}
          text={t('pay_text', { name: otherName })}
          label={t('pay')}
          onConfirm={() => pay.mutate(order.id)}
        />
      )
    case 'accept_settlement':
      return (
        <ConfirmForm
          {...common}
          order={order}
          share={offer ?? 0}
          move={{ move: 'accept_settlement', creator_share_minor: offer ?? 0 }}
          text={t('accept_settlement_text')}
          label={t('accept_settlement')}
        />
      )
    case 'decline':
    case 'cancel':
    case 'request_cancel':
    case 'dispute':
      return (
        <TextForm
          {...common}
          danger
          text={t(`${action}_text`, { name: otherName })}
          label={t(`${action}_reason`, { name: otherName })}
          submit={t(action)}
          required={action === 'dispute'}
          toMove={(reason) =>
            action === 'decline'
              ? { move: 'decline_order', reason }
              : action === 'dispute'
                ? { move: 'open_dispute', reason }
                : { move: 'cancel_order', reason }
          }
        />
      )
    case 'request_revision':
      return (
        <TextForm
          {...common}
          text={t('request_revision_text', {
            name: otherName,
            count: order.revisions_allowed - order.revisions_used,
          })}
          label={t('request_revision_reason')}
          submit={t('request_revision')}
          required
          toMove={(note) => ({ move: 'request_revision', note })}
        />
      )
    case 'deliver':
      return <DeliverForm {...common} order={order} />
    case 'propose_settlement':
      return <SettlementForm {...common} order={order} />
    case 'review':
      return <ReviewForm {...common} name={otherName} key={side} />
    default:
      return null
  }
}

export function ActionDialog(props: Props) {
  const { t } = useTranslation(['orders', 'common'])
  return (
    <Modal
      opened={props.action !== null}
      onClose={props.onClose}
      title={props.action && t(`${props.action}_title`)}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {props.action && <ActionForm {...props} />}
    </Modal>
  )
}
