import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { requireFactor } from '@/domain/accounts/factors.ts'
import { formatMoney } from '@/domain/money/money.ts'
import { useUser } from '@/lib/session/session.ts'
import { sendOnce } from '@/lib/storage/drafts.ts'
import { toast } from '@/lib/toast.ts'
import { refundableQuery, useRequestRefunds } from '@/shared/money/refunds.ts'
import type { Refundable } from '@/shared/money/refunds.ts'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { MethodList } from './method-list.tsx'
import { methodsQuery, type Method } from './queries.ts'
import styles from './payments.module.css'

function Send({ owed, method }: { owed: Refundable; method: Method }) {
  const { t, i18n } = useTranslation('payments')
  const member = useUser()?.id ?? 'nobody'
  const refund = useRequestRefunds()
  const amount = formatMoney(owed.amount_minor, owed.currency, i18n.language)
  async function send() {
    if (!(await requireFactor())) return
    const { amount_minor, currency } = owed
    await sendOnce(member, `owed:${currency}`, (idempotencyKey) =>
      refund.mutateAsync({ amount: amount_minor, currency, method: method.id, idempotencyKey }),
    )
    toast.success(t('payout_done'))
  }
  return (
    <ConfirmButton
      title={t('owed_title', { amount, method: method.masked })}
      text={t('owed_confirm')}
      onConfirm={send}
    >
      {t('owed_send', { amount })}
    </ConfirmButton>
  )
}

/** Card with which a brand sends wallet money that cannot be returned to a card to its own account. */
export function OwedCard() {
  const { t, i18n } = useTranslation('payments')
  const { data: sums = [] } = useQuery(refundableQuery())
  const owed = sums.filter((each) => each.needs_other_way)
  const { data: methods = [] } = useQuery({ ...methodsQuery(), enabled: owed.length > 0 })
  const method = methods.at(-1)
  if (owed.length === 0) return null
  return (
    <>
      <SectionCard title={t('refund_owed')}>
        {owed.map((each) => (
          <div key={each.currency}>
            <p className={styles.intro}>
              {t('owed_text', {
                amount: formatMoney(each.amount_minor, each.currency, i18n.language),
              })}
            </p>
            {method && <Send owed={each} method={method} />}
          </div>
        ))}
      </SectionCard>
      <MethodList />
    </>
  )
}
