import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Brief } from '@/domain/briefs/brief.ts'
import { BriefPart } from '@/shared/briefs/brief-part.tsx'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { PaymentPartsList, usePayLabel } from '@/shared/orders/payment-parts.tsx'
import { PromiseList } from '@/shared/orders/promise-list.tsx'
import { TermsCompare } from '@/shared/orders/terms-compare.tsx'
import { useTerms } from '@/domain/use-terms.ts'
import { Form, FormActions } from '@/ui/form.tsx'
import type { Pack } from './queries.ts'
import { useBuyForm } from './use-buy-form.ts'
import primitives from '@/ui/primitives.module.css'
import styles from './creator-profile.module.css'

interface Props {
  pack: Pack
  creator: string
  /** Where its draft is kept. */
  place: string
  /** The brief of the order that is bought again. */
  earlier: Brief | null
  onClose: () => void
}

export function BuyForm({ pack, creator, place, earlier, onClose }: Props) {
  const { t } = useTranslation(['creator-profile', 'brief', 'common'])
  const buyerFee = useTerms((market) => market.buyer_fee)
  const { form, files, submit, busy, terms, changed, total } = useBuyForm({
    pack,
    place,
    earlier,
    buyerFee,
  })
  const pay = usePayLabel(changed ? 'pay' : 'order', total, terms.currency)
  return (
    <Form onSubmit={submit}>
      <div className={styles.summary}>
        <div>
          <strong>{terms.title}</strong>
          <p className={primitives.quiet}>
            {t('by', { name: creator })} · {t('common:days', { count: terms.delivery_days })} ·{' '}
            {t('common:revisions', { count: terms.revisions })}
          </p>
        </div>
        <b>
          <MoneyText minor={terms.price_minor} currency={terms.currency} />
        </b>
      </div>
      <PromiseList promised={terms} />
      <h3 className={styles.formPart}>{t('brief:title')}</h3>
      <BriefPart form={form} files={files} note={earlier ? t('brief:again') : undefined} />
      {changed && <TermsCompare {...changed} />}
      <PaymentPartsList
        priceMinor={terms.price_minor}
        totalMinor={total}
        currency={terms.currency}
      />
      <p className={styles.promise}>
        <ShieldCheck size={18} aria-hidden />
        {t('escrow_promise', { name: creator })}
      </p>
      <FormActions
        submit={changed ? `${t('to_payment_new')} · ${pay.label}` : pay.label}
        busy={busy || !pay.parts}
        onCancel={onClose}
      />
    </Form>
  )
}
