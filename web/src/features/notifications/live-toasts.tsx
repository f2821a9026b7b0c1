import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useQueryClient, useQuery } from '@tanstack/react-query'
import { useRef, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useMemberChanges } from '@/shared/members/member-changes.ts'
import { lookUpMemberName } from '@/domain/members/members.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { eventTitle, renderNotification } from '@/domain/notifications/notification-text.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { reload } from '@/lib/api/reload.ts'
import type { Tables } from '@/lib/database.types.ts'
import {
  recentNotificationsQuery,
  type Notification,
} from '@/domain/notifications/recent-notifications.ts'
import { paths } from '@/domain/paths.ts'
import { supabase } from '@/lib/api/supabase.ts'
import { toast } from '@/lib/toast.ts'
import { showEventToast } from './event-toast.tsx'
import {
  isShown,
  orderMoment,
  orderToast,
  notificationToast,
  isViewed,
  messageToast,
} from './toasts.ts'
import { notificationInbox } from './notification-inbox.ts'
import { useMarkRead } from './queries.ts'

type Message = Tables<'messages'>

const toastIdOf = (message: Message) => `message-${message.id}`
const viewed = (message: Message, path: string) =>
  isViewed(message, path, document.visibilityState === 'visible')

/** Dismisses the toasts of messages, also queued ones, when the reader opens their conversation or order. */
function useAnswered(path: string) {
  const announced = useRef<Message[]>([])
  const now = useRef(path)
  useEffect(() => {
    now.current = path
    const isSeen = (message: Message) => viewed(message, path)
    announced.current.filter(isSeen).forEach((message) => toast.dismiss(toastIdOf(message)))
    announced.current = announced.current.filter((message) => !isSeen(message))
  }, [path])
  return {
    announce: (message: Message) => announced.current.push(message),
    isAnswered: (message: Message) => viewed(message, now.current),
  }
}

function useMessageToasts() {
  const { t } = useTranslation(['notifications', 'common'])
  const [path, navigate] = useLocation()
  const { announce, isAnswered } = useAnswered(path)
  const client = useQueryClient()
  const refresh = () => reload(client, keyRoots.messages)

  async function markRead(message: Message) {
    // An error is ignored: the message then stays unread and is still counted.
    await supabase.from('messages').update({ is_read: true }).eq('id', message.id)
    void refresh()
  }

  useMemberChanges('messages', async ({ eventType, new: message }) => {
    if (eventType !== 'INSERT') return
    void refresh()
    // The open conversation shows the message and marks it as read.
    if (isAnswered(message)) return
    const name = (await lookUpMemberName(message.sender_id)) ?? t('common:unknown')
    announce(message)
    showEventToast(messageToast(message.sender_id, t('new_message', { name })), {
      id: toastIdOf(message),
      onView: navigate,
      onDismiss: () => void markRead(message),
      isPast: () => isAnswered(message),
    })
  })
}

function useAnnounce() {
  const { i18n } = useTranslation('notices')
  const [open, navigate] = useLocation()
  const { mutate: markRead } = useMarkRead()
  return (row: Notification) => {
    const { id, ...content } = notificationToast({ ...row, ...renderNotification(row, i18n) })
    if (isShown(content, open, document.visibilityState === 'visible')) {
      if (content.path !== paths.notifications) markRead(row.id)
      return
    }
    showEventToast(content, {
      id,
      onView: (path) => {
        markRead(row.id)
        navigate(path)
      },
      onDismiss: () => markRead(row.id),
    })
  }
}

/** Shows each new notification once as a toast, whether it arrived live or by a refetch. */
function useNotificationToasts() {
  const client = useQueryClient()
  const announce = useAnnounce()
  const latest = useRef(announce)
  useEffect(() => {
    latest.current = announce
  })
  const [inbox] = useState(() => notificationInbox((queryKey) => void reload(client, queryKey)))
  useMemberChanges('notifications', ({ eventType, new: row }) => {
    void reload(client, keyRoots.notifications)
    if (eventType === 'INSERT') inbox.arrived(row).forEach(announce)
  })
  const { data: recent } = useQuery(recentNotificationsQuery())
  useEffect(() => {
    if (recent) inbox.loaded(recent).forEach((row) => latest.current(row))
  }, [recent, inbox])
}

type Order = Tables<'pack_orders'>
const RECENT_MS = 60_000

/** True if the order was completed some time before this change, so that the change was another one. Both times are the server's. */
const wasCompletedLongBefore = ({ completed_at: completedAt }: Order, committedAt: string) =>
  completedAt !== null && Date.parse(committedAt) - Date.parse(completedAt) > RECENT_MS

function useOrderToasts() {
  const { t, i18n } = useTranslation()
  const { profile } = useProfile()
  const [open, navigate] = useLocation()
  const client = useQueryClient()
  // A change contains only the new row, so the previous rows are kept here.
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
    const toast = orderToast(moment, order.id, eventTitle(moment, names, i18n))
    if (isShown(toast, open, document.visibilityState === 'visible')) return
    showEventToast(toast, { id: `${moment}-${order.id}`, onView: navigate })
  })
}

/** Shows toasts for all events that concern the member. It is mounted once. */
export function LiveToasts() {
  // Toasts are created outside of React, so their texts have to be loaded before.
  useTranslation(['notifications', 'notices', 'common'])
  useMessageToasts()
  useOrderToasts()
  useNotificationToasts()
  return null
}
