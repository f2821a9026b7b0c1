import { Textarea } from '@mantine/core'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import { totalPrice } from '@/domain/money/creator-share.ts'
import { MoneyText } from '@/domain/money/money-text.tsx'
import type { ChangedTerms } from '@/domain/orders/changed-terms.ts'
import { usePay } from '@/domain/orders/checkout.ts'
import { PaymentPartsList } from '@/domain/orders/payment-parts.tsx'
import { PromiseList } from '@/domain/orders/promise-list.tsx'
import { TermsCompare } from '@/domain/orders/terms-compare.tsx'
import { paths } from '@/domain/paths.ts'
import { useTerms } from '@/domain/use-terms.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { requestKey } from '@/lib/drafts.ts'
import { fieldError, useDraftForm } from '@/lib/form.ts'
import { useUser } from '@/lib/session.ts'
import { textKey } from '@/lib/text.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import { usePlaceOrder, type Pack } from './queries.ts'
import styles from './creator-profile.module.css'

const buySchema = z.object({
  brief: z.string().check(z.trim(), z.minLength(10, textKey('creator-profile:brief_needed'))),
})

function BuyForm({ pack, creator, onClose }: { pack: Pack; creator: string; onClose: () => void }) {
  const { t } = useTranslation(['creator-profile', 'common'])
  const [, navigate] = useLocation()
  const member = useUser()?.id ?? 'nobody'
  const place = `buy:${pack.id}`
  const [changed, setChanged] = useState<ChangedTerms | null>(null)
  const terms = changed?.now ?? pack
  const buyerFee = useTerms((market) => market.buyer_fee)
  const order = usePlaceOrder()
  const pay = usePay()
  const { register, handleSubmit, formState } = useDraftForm(buySchema, { brief: '' }, place)

  const submit = handleSubmit(async ({ brief }) => {
    const placed = await order.mutateAsync({
      packId: pack.id,
      brief,
      idempotencyKey: requestKey(member, place, [terms.terms_hash, brief]),
      terms: terms.terms_hash,
    })
    if ('changed' in placed) {
      setChanged({ seen: terms, now: placed.changed.now })
      throw new Error('The terms have changed: nothing was ordered.')
    }
    // The order stands now. If the pay page cannot be opened, it can be paid from its own page.
    await pay.mutateAsync({ order: placed }).catch(() => navigate(paths.order(placed.id)))
  })
  const busy = order.isPending || pay.isPending || pay.isSuccess
  return (
    <Form onSubmit={submit}>
      <div className={styles.summary}>
        <div>
          <strong>{terms.title}</strong>
          <p>
            {t('by', { name: creator })} · {t('days', { count: terms.delivery_days })} ·{' '}
            {t('revisions', { count: terms.revisions })}
          </p>
        </div>
        <b>
          <MoneyText minor={terms.price_minor} currency={terms.currency} />
        </b>
      </div>
      <PromiseList promised={terms} />
      <Textarea
        label={t('brief')}
        description={t('brief_text')}
        placeholder={t('brief_placeholder')}
        autosize
        minRows={5}
        maxRows={12}
        maxLength={LIMITS.pack_orders_brief_length.max}
        data-autofocus
        error={fieldError(formState.errors.brief)}
        {...register('brief')}
      />
      {changed && <TermsCompare {...changed} />}
      <PaymentPartsList
        totalMinor={totalPrice(terms.price_minor, buyerFee)}
        currency={terms.currency}
      />
      <p className={styles.promise}>
        <ShieldCheck size={18} aria-hidden />
        {t('escrow_promise', { name: creator })}
      </p>
      <FormActions
        submit={t(changed ? 'to_payment_new' : 'to_payment')}
        busy={busy}
        onCancel={onClose}
      />
    </Form>
  )
}

interface Props {
  pack: Pack | null
  creator: string
  onClose: () => void
}

export function BuyDialog({ pack, creator, onClose }: Props) {
  const { t } = useTranslation(['creator-profile', 'common'])
  return (
    <Dialog
      opened={pack !== null}
      onClose={onClose}
      title={t('buy_title')}
      size="lg"
      closeOnClickOutside={false}
    >
      {pack && <BuyForm key={pack.id} pack={pack} creator={creator} onClose={onClose} />}
    </Dialog>
  )
}
