import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { formatMoney } from '@/domain/money/money.ts'
import { useUser } from '@/lib/session/session.ts'
import { sendOnce } from '@/lib/storage/drafts.ts'
import { toast } from '@/lib/toast.ts'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { refundableQuery, toCards, useRequestRefunds } from './refunds.ts'

/** Money that an order gave back to its brand goes to the cards that paid it, in one step. */
export function RefundToCard({ orderId }: { orderId: string }) {
  const { t, i18n } = useTranslation('payments')
  const member = useUser()?.id ?? 'nobody'
  const { data = [] } = useQuery(refundableQuery(orderId))
  const refund = useRequestRefunds()
  const [back] = toCards(data)
  if (!back) return null
  const amount = formatMoney(back.amount_minor, back.currency, i18n.language)
  const ask = async () => {
    const { amount_minor, currency } = back
    await sendOnce(member, `refund:${orderId}`, [amount_minor, currency], (idempotencyKey) =>
      refund.mutateAsync({ amount: amount_minor, currency, orderId, idempotencyKey }),
    )
    toast.success(t('refund_done'))
  }
  return (
    <ConfirmButton
      variant="default"
      size="xs"
      title={t('refund_order_title', { amount })}
      text={t('refund_order_text')}
      confirmLabel={t('refund_order', { amount })}
      onConfirm={ask}
    >
      {t('refund_order', { amount })}
    </ConfirmButton>
  )
}
