import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import { totalPrice } from '@/domain/money/creator-share.ts'
import { formatMoney } from '@/domain/money/money.ts'
import type { ChangedTerms } from '@/domain/orders/changed-terms.ts'
import { TermsCompare } from '@/shared/orders/terms-compare.tsx'
import { paths } from '@/domain/paths.ts'
import { useTerms } from '@/domain/use-terms.ts'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { useAccept, type Application } from './queries.ts'

/** Accepts the terms that were on the screen when it was pressed; others are shown first. */
export function AcceptButton({ application, name }: { application: Application; name: string }) {
  const { t, i18n } = useTranslation(['campaigns', 'common'])
  const buyerFee = useTerms((terms) => terms.buyer_fee)
  const [, navigate] = useLocation()
  const accept = useAccept()
  const [seen, setSeen] = useState(application)
  const [changed, setChanged] = useState<ChangedTerms | null>(null)

  const { price_minor, currency } = seen
  const total = formatMoney(totalPrice(price_minor, buyerFee, currency), currency, i18n.language)

  async function confirm() {
    const terms = changed?.now.terms_hash ?? seen.terms_hash
    const order = await accept.mutateAsync({ id: application.id, terms })
    if (!('changed' in order)) return navigate(paths.order(order.id))
    setChanged({ seen: changed?.now ?? order.changed.seen, now: order.changed.now })
    throw new Error('Ask again.')
  }

  return (
    <ConfirmButton
      title={t('accept_title', { name })}
      text={changed ? <TermsCompare {...changed} /> : t('accept_text', { total })}
      confirmLabel={t(changed ? 'accept_new' : 'common:accept')}
      onOpen={() => {
        setSeen(application)
        setChanged(null)
      }}
      onConfirm={confirm}
    >
      {t('common:accept')}
    </ConfirmButton>
  )
}
