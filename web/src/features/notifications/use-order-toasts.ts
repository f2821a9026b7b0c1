import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import { useMemberChanges } from '@/shared/members/member-changes.ts'
import { lookUpMemberName } from '@/domain/members/members.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { titleOf } from '@/domain/notifications/notification-text.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { reload } from '@/lib/api/reload.ts'
import type { Tables } from '@/lib/database.types.ts'
import { showEventToast } from './event-toast.tsx'
import { isShown, orderMoment, orderToast } from './toasts.ts'

type Order = Tables<'pack_orders'>
const RECENT_MS = 60_000

/** True when something else about the order changed. Both times are the server's. */
const wasCompletedLongBefore = ({ completed_at: completedAt }: Order, committedAt: string) =>
  completedAt !== null && Date.parse(committedAt) - Date.parse(completedAt) > RECENT_MS

export function useOrderToasts() {
  const { t, i18n } = useTranslation()
  const { profile } = useProfile()
  const [open, navigate] = useLocation()
  const client = useQueryClient()
  // A change carries only the new row; what was known before is remembered here.
  const known = useRef(new Map<string, Order>())
  const side = profile.role === 'kol' ? 'kol' : 'brand'
  useMemberChanges('pack_orders', async ({ new: order, commit_timestamp: committedAt }) => {
    if (!('id' in order)) return
    void reload(client, keyRoots.orders)
    void reload(client, keyRoots.payments)
    const before = known.current.get(order.id)
    known.current.set(order.id, order)
    const moment = orderMoment(side, before, order)
    if (!moment || (!before && wasCompletedLongBefore(order, committedAt))) return
    const other = await lookUpMemberName(side === 'kol' ? order.brand_id : order.kol_id)
    const names = {
      other_name: other ?? t(side === 'kol' ? 'unknown_brand' : 'unknown_creator'),
      pack_title: order.pack_title || t('unknown_pack'),
    }
    const toast = orderToast(moment, order.id, titleOf(moment, names, i18n))
    if (isShown(toast, open, document.visibilityState === 'visible')) return
    showEventToast(toast, { id: `${moment}-${order.id}`, onView: navigate })
  })
}
