import { Button } from '@mantine/core'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { phaseOf } from '@/domain/orders/orders.ts'
import { fetchStaffOrder, type StaffOrder } from '@/domain/orders/staff-orders.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { supabase, unwrap } from '@/lib/api/supabase.ts'
import { EmptyPage } from '@/ui/empty-state.tsx'

const unreadOrderQuery = (address: string) =>
  queryOptions({
    queryKey: [...keyRoots.staff, 'order', address],
    meta: { refresh: 'on-return' },
    queryFn: () => fetchStaffOrder(address),
  })

const useReadOrder = () =>
  useMutation({
    mutationFn: async ({ id: order_id, status }: StaffOrder) => {
      const isDisputed = phaseOf(status) === 'disputed'
      await unwrap(supabase.rpc(isDisputed ? 'read_dispute' : 'read_order', { order_id }))
    },
    meta: { invalidates: [keyRoots.orders, keyRoots.staff] },
  })

/** Asks staff before they open an order between members, because the audit log records it; `gone` is shown if there is none. */
export function UnreadOrder({ address, gone }: { address: string; gone: ReactNode }) {
  const { t } = useTranslation('orders')
  const { data: order, isPending } = useQuery(unreadOrderQuery(address))
  const read = useReadOrder()
  if (isPending) return null
  if (!order) return gone
  return (
    <EmptyPage
      icon={FolderOpen}
      title={`${order.number} · ${order.pack_title}`}
      text={t('staff_read_text')}
      action={
        <Button loading={read.isPending} onClick={() => read.mutate(order)}>
          {t('staff_read')}
        </Button>
      }
    />
  )
}
