import { useState } from 'react'
import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import {
  briefOfInput,
  briefShape,
  startOfBrief,
  wishedDate,
  writtenBriefShape,
} from '@/domain/briefs/brief-form.ts'
import { useBriefFiles } from '@/domain/briefs/use-brief-files.ts'
import { totalPrice } from '@/domain/money/creator-share.ts'
import { choiceOf, chosenTerms, type Choice } from '@/domain/orders/choices.ts'
import type { ChangedTerms } from '@/domain/orders/changed-terms.ts'
import { usePay } from '@/domain/orders/checkout.ts'
import { conversationWith } from '@/domain/orders/delivered-files.ts'
import type { EarlierOrder } from '@/domain/orders/earlier-order.ts'
import { paths } from '@/domain/paths.ts'
import { useTerms } from '@/domain/use-terms.ts'
import { ConfirmAgainError } from '@/lib/api/query-client.ts'
import { requestKey } from '@/lib/storage/drafts.ts'
import { useDraftForm } from '@/lib/form.ts'
import { useUser } from '@/lib/session/session.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { usePaymentParts } from '@/shared/orders/payment-parts.tsx'
import { keepOrdered } from './ordered.ts'
import { usePlaceOrder, type Pack } from './queries.ts'

const orderSchema = z.object({
  ...writtenBriefShape,
  message: briefShape.message.check(z.minLength(10, textKey('brief:message_needed'))),
  wishedOn: wishedDate,
  tier: z.nullable(z.string()),
  extras: z.array(z.string()),
})

interface Options {
  pack: Pack
  /** Key under which the draft is stored. */
  place: string
  earlier: EarlierOrder | null
}

/** State of the order form: it uploads the files, places the order, and leads to the payment. */
export function useOrdering({ pack, place, earlier }: Options) {
  const [, navigate] = useLocation()
  const member = useUser()?.id ?? 'nobody'
  const market = useTerms()
  const [first] = useState(pack)
  const [answered, setAnswered] = useState<ChangedTerms | null>(null)
  // A refresh may change the pack's terms after the buyer has read them.
  const changed: ChangedTerms | null =
    answered ?? (pack.terms_hash === first.terms_hash ? null : { seen: first, now: pack })
  const [useWallet, setUseWallet] = useState(true)
  const form = useDraftForm(
    orderSchema,
    {
      ...startOfBrief(earlier?.brief ?? null),
      wishedOn: '',
      ...choiceOf(earlier ? chosenTerms(pack, earlier.choice) : {}),
    },
    place,
  )
  const [tier, extras] = form.watch(['tier', 'extras'])
  const choice: Choice = { tier, extras }
  const offered = changed?.now ?? pack
  const terms = chosenTerms(offered, choice)
  const total = totalPrice(terms.price_minor, market.buyer_fee, terms.currency)
  const seen = usePaymentParts(total, terms.currency)
  const order = usePlaceOrder()
  const pay = usePay()
  const files = useBriefFiles(place, conversationWith(pack.kol_id))

  const submit = form.handleSubmit(async ({ stored, wishedOn, ...input }) => {
    const all = await files.store(stored, (kept) => form.setValue('stored', kept))
    const brief = briefOfInput(input)
    const bought = choiceOf(terms)
    const placed = await order.mutateAsync({
      packId: pack.id,
      brief: { ...brief, files: all },
      wishedOn,
      idempotencyKey: requestKey(member, place),
      terms: offered.terms_hash,
      ...bought,
    })
    if ('changed' in placed) {
      setAnswered({ seen: offered, now: placed.changed.now })
      throw new ConfirmAgainError('The terms have changed: nothing was ordered.')
    }
    keepOrdered(placed.id)
    // The order exists from here on. If the provider's pay page cannot be opened, the order's own page offers to pay.
    if (!seen) return navigate(paths.checkout(placed.id))
    await pay
      .mutateAsync({ order: placed, named: market, ...(useWallet ? { seen } : { useWallet }) })
      .catch(() => navigate(paths.order(placed.id)))
  })
  const busy = files.isUploading || order.isPending || pay.isPending || pay.isSuccess
  const choosing = {
    choice,
    onChange(next: Choice) {
      form.setValue('tier', next.tier, { shouldDirty: true })
      form.setValue('extras', next.extras, { shouldDirty: true })
    },
  }
  const wallet = { useWallet, setUseWallet }
  return { form, files, submit, busy, order, offered, terms, choosing, changed, total, wallet }
}

export type Ordering = ReturnType<typeof useOrdering>
