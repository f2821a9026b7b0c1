import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import type { Brief } from '@/domain/briefs/brief.ts'
import {
  briefOfInput,
  briefShape,
  startOfBrief,
  writtenBriefShape,
} from '@/domain/briefs/brief-form.ts'
import { useBriefFiles } from '@/domain/briefs/use-brief-files.ts'
import { totalPrice } from '@/domain/money/creator-share.ts'
import type { ChangedTerms } from '@/domain/orders/changed-terms.ts'
import { paymentPartsQuery, usePay } from '@/domain/orders/checkout.ts'
import { paths } from '@/domain/paths.ts'
import { requestKey } from '@/lib/storage/drafts.ts'
import { useDraftForm } from '@/lib/form.ts'
import { useUser } from '@/lib/session/session.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { usePlaceOrder, type Pack } from './queries.ts'

const buySchema = z.object({
  ...writtenBriefShape,
  message: briefShape.message.check(z.minLength(10, textKey('brief:message_needed'))),
})

interface Options {
  pack: Pack
  place: string
  earlier: Brief | null
  buyerFee: number
}

/** The form of a purchase: it uploads the files, places the order, and leads to its payment. */
export function useBuyForm({ pack, place, earlier, buyerFee }: Options) {
  const [, navigate] = useLocation()
  const member = useUser()?.id ?? 'nobody'
  const [changed, setChanged] = useState<ChangedTerms | null>(null)
  const terms = changed?.now ?? pack
  const total = totalPrice(terms.price_minor, buyerFee)
  const { data: seen } = useQuery(paymentPartsQuery(total, terms.currency))
  const order = usePlaceOrder()
  const pay = usePay()
  const files = useBriefFiles(place, pack.kol_id)
  const form = useDraftForm(buySchema, startOfBrief(earlier), place)

  const submit = form.handleSubmit(async ({ stored, ...input }) => {
    const all = await files.store(stored, (kept) => form.setValue('stored', kept))
    const brief = briefOfInput(input)
    const placed = await order.mutateAsync({
      packId: pack.id,
      brief: { ...brief, files: all },
      idempotencyKey: requestKey(member, place, [terms.terms_hash, brief, all]),
      terms: terms.terms_hash,
    })
    if ('changed' in placed) {
      setChanged({ seen: terms, now: placed.changed.now })
      throw new Error('The terms have changed: nothing was ordered.')
    }
    // The order stands now. If the pay page cannot be opened, it can be paid from its own page.
    if (!seen) return navigate(paths.checkout(placed.id))
    await pay.mutateAsync({ order: placed, seen }).catch(() => navigate(paths.order(placed.id)))
  })
  const busy = files.isUploading || order.isPending || pay.isPending || pay.isSuccess
  return { form, files, submit, busy, terms, changed, total }
}
