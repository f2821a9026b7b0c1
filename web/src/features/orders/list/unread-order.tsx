import { Box, Button, Skeleton } from '@mantine/core'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { phaseOf } from '@/domain/orders/orders.ts'
import { fetchStaffOrder, type StaffOrder } from '@/domain/orders/staff-orders.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { supabase, unwrap } from '@/lib/api/supabase.ts'
import { requiredText, useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { EmptyPage } from '@/ui/empty-state.tsx'
import { focusHeading } from '@/ui/focus.ts'
import { Form, FormActions } from '@/ui/form.tsx'
import { Textarea } from '@/ui/textarea.tsx'

const unreadOrderQuery = (address: string) =>
  queryOptions({
    queryKey: [...keyRoots.staff, 'order', address],
    meta: { refresh: 'on-return' },
    queryFn: () => fetchStaffOrder(address),
  })

/** Opens an order for staff. A dispute that waits for staff needs no reason. */
const useReadOrder = (order_id: string) =>
  useMutation({
    mutationFn: async (reason: string | null) => {
      await (reason === null
        ? unwrap(supabase.rpc('read_dispute', { order_id }))
        : unwrap(supabase.rpc('read_order', { order_id, reason })))
    },
    meta: { invalidates: [keyRoots.orders, keyRoots.staff] },
  })

const schema = z.object({ reason: requiredText(textKey('orders:text_needed')) })

/** Form for the reason why staff open an order; the audit log stores it. */
function ReasonForm({ id }: Pick<StaffOrder, 'id'>) {
  const { t } = useTranslation(['orders', 'common'])
  const read = useReadOrder(id)
  const { fieldOf, handleSubmit } = useDraftForm(schema, { reason: '' }, `staff:read-order:${id}`)
  return (
    <Box w="min(24rem, 80vw)" ta="start">
      <Form onSubmit={handleSubmit(({ reason }) => read.mutateAsync(reason))}>
        <Textarea
          label={t('common:reason')}
          maxLength={LIMITS.staff_audit_reason_length.max}
          {...fieldOf('reason')}
        />
        <FormActions submit={t('staff_read')} busy={read.isPending} />
      </Form>
    </Box>
  )
}

function ReadButton({ id }: Pick<StaffOrder, 'id'>) {
  const { t } = useTranslation('orders')
  const read = useReadOrder(id)
  return (
    <Button loading={read.isPending} onClick={() => read.mutate(null)}>
      {t('staff_read')}
    </Button>
  )
}

/** Asks staff before they open an order between members, because the audit log records it. `gone` is shown if there is no such order. */
export function UnreadOrder({ address, gone }: { address: string; gone: ReactNode }) {
  const { t } = useTranslation('orders')
  const { data: order, isPending } = useQuery(unreadOrderQuery(address))
  // When the question disappears, its button loses the focus, which then moves to the heading.
  useEffect(() => () => void setTimeout(focusHeading), [])
  if (isPending) return <Skeleton height={170} radius="lg" />
  if (!order) return gone
  const Action = phaseOf(order.status) === 'disputed' ? ReadButton : ReasonForm
  return (
    <EmptyPage
      icon={FolderOpen}
      title={`${order.number} · ${order.pack_title}`}
      text={t('staff_read_text')}
      action={<Action id={order.id} />}
    />
  )
}
