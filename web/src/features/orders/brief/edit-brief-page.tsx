import { useMutation, useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useLocation, useParams } from 'wouter'
import * as z from 'zod/mini'
import { briefArguments, briefOf, type BriefColumn } from '@/domain/briefs/brief.ts'
import {
  briefOfInput,
  startOfBrief,
  wishedDate,
  writtenBriefShape,
} from '@/domain/briefs/brief-form.ts'
import { useBriefFiles } from '@/domain/briefs/use-brief-files.ts'
import { conversationWith } from '@/domain/orders/delivered-files.ts'
import { orderQuery, type Order } from '@/domain/orders/order-query.ts'
import { paths } from '@/domain/paths.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { supabase, unwrap } from '@/lib/api/supabase.ts'
import { changedFrom } from '@/lib/changed.ts'
import { useDraftForm } from '@/lib/form.ts'
import { toast } from '@/lib/toast.ts'
import { BriefPart } from '@/shared/briefs/brief-part.tsx'
import { WishedDateField } from '@/shared/briefs/wished-date-field.tsx'
import { BackLink } from '@/ui/back-link.tsx'
import { DraftNote } from '@/ui/draft-note.tsx'
import { EmptyPage } from '@/ui/empty-state.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import { Page, PageHeader } from '@/ui/page.tsx'
import { CardsSkeleton, QueryView } from '@/ui/query-view.tsx'
import { LinkButton } from '@/ui/link-button.tsx'
import { mayEditBrief, orderActionsQuery } from '../actions/order-actions-query.ts'

const schema = z.object({ ...writtenBriefShape, wishedOn: wishedDate })

/** The fields of an order that this page edits. */
const writtenOf = (order: Pick<Order, BriefColumn | 'wished_on'>) => ({
  ...briefOf(order),
  wishedOn: order.wished_on ?? '',
})
type Written = ReturnType<typeof writtenOf>

const useEditBrief = (order_id: string) =>
  useMutation({
    mutationFn: async (changes: Partial<Written>) => {
      const orders = supabase.from('pack_orders').select('*')
      // Unchanged fields are taken from the present order, because another device may have changed them.
      const now = writtenOf(await unwrap(orders.eq('id', order_id).single()))
      const { wishedOn, ...brief } = { ...now, ...changes }
      await unwrap(
        supabase.rpc('edit_brief', {
          order_id,
          ...briefArguments(brief),
          ...(wishedOn && { wished_on: wishedOn }),
        }),
      )
    },
    meta: { invalidates: [keyRoots.orders] },
  })

function EditBrief({ order }: { order: Order }) {
  const { t } = useTranslation(['brief', 'common'])
  const [, navigate] = useLocation()
  const place = `brief:${order.id}`
  const files = useBriefFiles(place, conversationWith(order.kol_id))
  const edit = useEditBrief(order.id)
  const [start] = useState(() => writtenOf(order))
  const form = useDraftForm(schema, { ...startOfBrief(start), wishedOn: start.wishedOn }, place)
  const submit = form.handleSubmit(async ({ stored, wishedOn, ...input }) => {
    const all = await files.store(stored, (kept) => form.setValue('stored', kept))
    const written: Written = { ...briefOfInput(input), files: all, wishedOn }
    await edit.mutateAsync(changedFrom(start, written))
    toast.success(t('edited'))
    navigate(paths.order(order.id))
  })
  return (
    <>
      <BackLink href={paths.order(order.id)}>{`${order.number} · ${order.pack_title}`}</BackLink>
      <PageHeader
        title={t('edit')}
        description={t(order.starts_when_paid ? 'edit_text_offer' : 'edit_text')}
      />
      <Form onSubmit={submit}>
        <DraftNote form={form} files={files} />
        <BriefPart form={form} files={files} isOptional />
        <WishedDateField fieldOf={form.fieldOf} deliveryDays={order.delivery_days} />
        <FormActions submit={t('common:save')} busy={files.isUploading || edit.isPending} />
      </Form>
    </>
  )
}

function FinalBrief({ orderId }: { orderId: string }) {
  const { t } = useTranslation(['brief', 'common'])
  return (
    <EmptyPage
      icon={Lock}
      title={t('final_title')}
      text={t('final_text')}
      action={<LinkButton href={paths.order(orderId)}>{t('common:to_order')}</LinkButton>}
    />
  )
}

/** The brand edits its brief until it pays the order. */
export function EditBriefPage() {
  const { orderId = '' } = useParams<{ orderId: string }>()
  const order = useQuery(orderQuery(orderId))
  const actions = useQuery({
    ...orderActionsQuery(order.data ?? { id: orderId, status: 'pending_payment' }),
    enabled: Boolean(order.data),
  })
  const mayEdit = order.data && actions.data && mayEditBrief(actions.data)
  // The page waits for both queries and shows the error of either one.
  const query = order.data ? { ...actions, data: actions.data && order.data } : order
  return (
    <Page width="narrow">
      <QueryView isPage query={query} skeleton={<CardsSkeleton cards={1} height={420} />}>
        {(found) =>
          found && mayEdit ? (
            <EditBrief key={found.id} order={found} />
          ) : (
            <FinalBrief orderId={orderId} />
          )
        }
      </QueryView>
    </Page>
  )
}
