import { Textarea } from '@mantine/core'
import { ShieldCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import { MoneyText } from '@/domain/money/money-text.tsx'
import type { ChangedTerms } from '@/domain/orders/changed-terms.ts'
import { usePay } from '@/domain/orders/checkout.ts'
import { TermsCompare } from '@/domain/orders/terms-compare.tsx'
import { paths } from '@/domain/paths.ts'
import { fieldError, useZodForm } from '@/lib/form.ts'
import { textKey } from '@/lib/text.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import { usePlaceOrder, type Pack } from './queries.ts'
import styles from './creator-profile.module.css'

const BRIEF_MAX = 5000

const buySchema = z.object({
  brief: z.string().check(z.trim(), z.minLength(10, textKey('creator-profile:brief_needed'))),
})

/** The same purchase keeps its key, so that pressing twice buys once; another one has a new key. */
function usePurchaseKey() {
  const last = useRef({ content: '', key: '' })
  return (content: string) => {
    if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() }
    return last.current.key
  }
}

function BuyForm({ pack, creator, onClose }: { pack: Pack; creator: string; onClose: () => void }) {
  const { t } = useTranslation(['creator-profile', 'common'])
  const [, navigate] = useLocation()
  const keyOf = usePurchaseKey()
  const [changed, setChanged] = useState<ChangedTerms | null>(null)
  const terms = changed?.now ?? pack
  const place = usePlaceOrder()
  const pay = usePay()
  const { register, handleSubmit, formState } = useZodForm(buySchema, { brief: '' })

  const submit = handleSubmit(async ({ brief }) => {
    const order = await place.mutateAsync({
      packId: pack.id,
      brief,
      idempotencyKey: keyOf(`${terms.terms_hash} ${brief}`),
      terms: terms.terms_hash,
    })
    if ('changed' in order) return setChanged({ seen: terms, now: order.changed.now })
    // The order stands now. If the pay page cannot be opened, it can be paid from its own page.
    await pay.mutateAsync(order.id).catch(() => navigate(paths.order(order.id)))
  })
  const busy = place.isPending || pay.isPending || pay.isSuccess
  return (
    <Form onSubmit={(event) => submit(event).catch(() => {})}>
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
      <Textarea
        label={t('brief')}
        description={t('brief_text')}
        placeholder={t('brief_placeholder')}
        autosize
        minRows={5}
        maxRows={12}
        maxLength={BRIEF_MAX}
        data-autofocus
        error={fieldError(formState.errors.brief)}
        {...register('brief')}
      />
      {changed && <TermsCompare {...changed} />}
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
