import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import type { Brief } from '@/domain/briefs/brief.ts'
import { briefOfInput, briefShape, EMPTY_BRIEF, inputOfBrief } from '@/domain/briefs/brief-form.ts'
import type { ChangedTerms } from '@/domain/orders/changed-terms.ts'
import { usePay } from '@/domain/orders/checkout.ts'
import { uploadFiles, type DeliveredFile } from '@/domain/orders/delivered-files.ts'
import { paths } from '@/domain/paths.ts'
import { useDraftFiles } from '@/lib/draft-files.ts'
import { requestKey } from '@/lib/drafts.ts'
import { useDraftForm } from '@/lib/form.ts'
import { useUser } from '@/lib/session.ts'
import { textKey } from '@/lib/text.ts'
import { usePlaceOrder, type Pack } from './queries.ts'

const buySchema = z.object({
  ...briefShape,
  message: briefShape.message.check(z.minLength(10, textKey('brief:message_needed'))),
  /** What lies in Storage already: uploaded by an attempt that failed later, or by an earlier order. */
  stored: z.array(z.custom<DeliveredFile>()),
})

interface Options {
  pack: Pack
  place: string
  earlier: Brief | null
}

/** The form of a purchase: it uploads the files, places the order, and leads to its payment. */
export function useBuyForm({ pack, place, earlier }: Options) {
  const [, navigate] = useLocation()
  const member = useUser()?.id ?? 'nobody'
  const [changed, setChanged] = useState<ChangedTerms | null>(null)
  const terms = changed?.now ?? pack
  const order = usePlaceOrder()
  const pay = usePay()
  const [files, setFiles] = useDraftFiles(place)
  const texts = earlier ? inputOfBrief(earlier) : EMPTY_BRIEF
  const form = useDraftForm(buySchema, { ...texts, stored: [...(earlier?.files ?? [])] }, place)
  const [progress, setProgress] = useState<{ name: string; percent: number } | null>(null)
  const upload = useMutation({
    mutationFn: () =>
      uploadFiles(pack.kol_id, files, (name, share) =>
        setProgress({ name, percent: Math.round(share * 100) }),
      ),
    onSettled: () => setProgress(null),
  })

  const submit = form.handleSubmit(async ({ stored, ...input }) => {
    const all = [...stored, ...(await upload.mutateAsync())]
    // A second attempt sends the same files, so that it is recognised as the same purchase.
    form.setValue('stored', all)
    setFiles(() => [])
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
    await pay.mutateAsync({ order: placed }).catch(() => navigate(paths.order(placed.id)))
  })
  const busy = upload.isPending || order.isPending || pay.isPending || pay.isSuccess
  return { form, files, setFiles, submit, busy, progress, terms, changed }
}
