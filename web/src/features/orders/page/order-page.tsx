import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MessageSquare, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link, useParams } from 'wouter'
import { imageUrl } from '@/domain/members/images.ts'
import { MemberAvatar } from '@/shared/members/member-avatar.tsx'
import { memberLabelQuery } from '@/domain/members/members.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import type { Order } from '@/domain/orders/order-query.ts'
import { sideOf, submitsWork, phaseOf, type OrderSide } from '@/domain/orders/orders.ts'
import { StatusBadge } from '@/shared/orders/status-badge.tsx'
import { paths } from '@/domain/paths.ts'
import { isolated } from '@/lib/i18n/text.ts'
import { AfterFirstPaint } from '@/ui/after-first-paint.tsx'
import { AwaitedPart } from '@/ui/awaited-part.tsx'
import { BackLink } from '@/ui/back-link.tsx'
import { EmptyPage } from '@/ui/empty-state.tsx'
import { lazyOf, lazyPart } from '@/ui/loadable.tsx'
import { Page } from '@/ui/page.tsx'
import primitives from '@/ui/primitives.module.css'
import { QueryView } from '@/ui/query-view.tsx'
import { useDocumentTitle } from '@/ui/use-document-title.ts'
import { ChangedClocks } from './changed-clocks.tsx'
import { MilestoneList } from '../milestones/milestone-list.tsx'
import { NextStep } from './next-step.tsx'
import { OrderReviews } from './order-reviews.tsx'
import { orderActionsQuery } from '../actions/order-actions-query.ts'
import { OrderStream, StreamPlaceholder } from '../stream/order-stream.tsx'
import { PinnedStep } from './pinned-step.tsx'
import { StepLine } from './step-line.tsx'
import {
  deliveriesQuery,
  orderEventsQuery,
  proposalsQuery,
  reviewsOfOrderQuery,
  settlementPreviewQuery,
} from '../queries.ts'
import { shareByDeadlineQuery, statementsQuery } from '../dispute/dispute-queries.ts'
import { orderPageQuery } from './order-page-query.ts'
import { isAskedToAccept } from './order-view.ts'
import { ruledShare } from './shares.ts'
import { useStreamParts } from '../stream/use-order-stream.ts'
import { LinkButton } from '@/ui/link-button.tsx'
import styles from '../orders.module.css'

const UnreadOrder = lazyOf(() => import('../list/unread-order.tsx'), 'UnreadOrder')
const OrderRail = lazyPart(() => import('./order-rail.tsx'), 'OrderRail')
const OrderBrief = lazyPart(() => import('./order-rail.tsx'), 'OrderBrief')
// Parts for disputes and for staff are loaded on demand, because few orders are disputed and few readers are staff.
const OrderDispute = lazyOf(() => import('../dispute/order-dispute.tsx'), 'OrderDispute')
const StaffSide = lazyOf(() => import('./staff-side.tsx'), 'StaffSide')

interface HeadProps {
  order: Order
  side: OrderSide | null
  names: { brand: string; kol: string }
  /** Picture of the other side; for staff, of the creator. */
  image: string | null | undefined
}

function OrderHead({ order, side, names, image }: HeadProps) {
  const { t } = useTranslation(['orders', 'common'])
  const otherId = side === 'kol' ? order.brand_id : order.kol_id
  const otherName = side === 'kol' ? names.brand : names.kol
  return (
    <header className={styles.head}>
      <MemberAvatar name={otherName} image={imageUrl(image)} size={56} />
      <div className={styles.headWords}>
        <h1>
          <bdi>{order.pack_title || t('common:unknown_pack')}</bdi>
        </h1>
        <p className={primitives.quiet}>
          <span className={styles.number}>{order.number}</span>
          {' · '}
          <Link href={paths.creator(otherId)} className={styles.otherLink}>
            <bdi>{otherName}</bdi>
          </Link>
          {side === null && (
            <>
              {' · '}
              <bdi>{names.brand}</bdi>
            </>
          )}
        </p>
      </div>
      <StatusBadge status={order.status} />
      {side !== null && (
        <LinkButton
          href={paths.messages(otherId)}
          leftSection={<MessageSquare size={16} aria-hidden />}
        >
          {t('common:message')}
        </LinkButton>
      )}
    </header>
  )
}

function OrderView({ order }: { order: Order }) {
  const { t } = useTranslation(['orders', 'common'])
  const { profile } = useProfile()
  const side = sideOf(order, profile.id)
  const phase = phaseOf(order.status)
  const finished = phase === 'completed'
  const brand = useQuery(memberLabelQuery(order.brand_id))
  const kol = useQuery(memberLabelQuery(order.kol_id))
  const { data: proposals } = useQuery({
    ...proposalsQuery(order.id),
    enabled: phase === 'disputed',
  })
  const { data: reviews = [] } = useQuery({ ...reviewsOfOrderQuery(order.id), enabled: finished })
  useDocumentTitle(`${order.number} · ${order.pack_title}`)
  const names = {
    brand: brand.data?.display_name ?? t('common:unknown_brand'),
    kol: kol.data?.display_name ?? t('common:unknown_creator'),
  }
  const otherName = isolated(side === 'kol' ? names.brand : names.kol)
  return (
    <>
      <BackLink href={side ? paths.orders : paths.staff()}>
        {side ? t('common:nav.orders') : t('common:nav.staff')}
      </BackLink>
      <OrderHead
        order={order}
        side={side}
        names={names}
        image={(side === 'kol' ? brand : kol).data?.profile_image}
      />
      <StepLine order={order} />
      <div className={primitives.columns}>
        <div className={primitives.stack}>
          {side === 'brand' && <ChangedClocks order={order} />}
          {side !== null && <PinnedStep order={order} />}
          {side !== null && <NextStep order={order} side={side} names={names} />}
          {isAskedToAccept(order, side) && (
            <AwaitedPart height={160}>
              <OrderBrief order={order} side={side} />
            </AwaitedPart>
          )}
          {side !== null && (phase === 'disputed' || order.status === 'settled') && (
            <AwaitedPart height={600}>
              <OrderDispute order={order} side={side} otherName={otherName} proposals={proposals} />
            </AwaitedPart>
          )}
          {side === null && profile.is_staff && (
            <AwaitedPart height={320}>
              <StaffSide order={order} names={names} />
            </AwaitedPart>
          )}
          {order.milestone_count > 0 && <MilestoneList order={order} side={side} />}
          <AfterFirstPaint placeholder={<StreamPlaceholder />}>
            <OrderStream order={order} names={names} side={side} myId={profile.id} />
          </AfterFirstPaint>
          <AfterFirstPaint last>
            <OrderReviews order={order} reviews={reviews} names={names} />
          </AfterFirstPaint>
        </div>
        <div className={primitives.stack}>
          <AfterFirstPaint last>
            <AwaitedPart height={600}>
              <OrderRail order={order} side={side} names={names} />
            </AwaitedPart>
          </AfterFirstPaint>
        </div>
      </div>
    </>
  )
}

/**
 * True once everything at the top of the page has loaded. A part that appears later would push down what the
 * reader is reading, and names would replace "Unknown".
 */
function useReady(order: Order | null | undefined): boolean {
  const enabled = Boolean(order)
  const id = order?.id ?? ''
  const events = useQuery({ ...orderEventsQuery(id), enabled })
  const money = useQuery({
    ...settlementPreviewQuery(id, order ? ruledShare(order) : undefined),
    enabled,
  })
  const actions = useQuery({
    ...orderActionsQuery(order ?? { id: '', status: 'funded' }),
    enabled,
  })
  const brand = useQuery({ ...memberLabelQuery(order?.brand_id ?? ''), enabled })
  const kol = useQuery({ ...memberLabelQuery(order?.kol_id ?? ''), enabled })
  const work = useQuery({
    ...deliveriesQuery(id),
    enabled: Boolean(order && submitsWork(order.status)),
  })
  const isDisputed = order?.status === 'disputed'
  const said = useQuery({ ...statementsQuery(id), enabled: isDisputed })
  const proposals = useQuery({ ...proposalsQuery(id), enabled: isDisputed })
  const silence = useQuery(shareByDeadlineQuery(order ?? { id: '', due_at: null }))
  const isLoading = [events, money, work, actions, brand, kol, said, proposals, silence].some(
    (query) => query.isLoading,
  )
  const [ready, setReady] = useState<string>()
  if (order && !isLoading && ready !== order.id) setReady(order.id)
  return order === null || (order !== undefined && ready === order.id)
}

function NoOrder({ address }: { address: string }) {
  const { t } = useTranslation(['orders', 'common'])
  const { profile } = useProfile()
  const gone = (
    <EmptyPage
      icon={SearchX}
      title={t('common:order_gone')}
      text={t('gone_text')}
      action={<LinkButton href={paths.orders}>{t('common:nav.orders')}</LinkButton>}
    />
  )
  if (!profile.is_staff) return gone
  return (
    <AwaitedPart height={170}>
      <UnreadOrder address={address} gone={gone} />
    </AwaitedPart>
  )
}

/** Loads the code of the brief and the agreement while the page renders. Each part retries after an error. */
function loadRail(): void {
  for (const part of [OrderBrief, OrderRail]) void part.load().catch(() => {})
}

export function OrderPage() {
  const { orderId = '' } = useParams<{ orderId: string }>()
  const query = useQuery(orderPageQuery(orderId))
  useStreamParts(orderId)
  useState(loadRail)
  const isReady = useReady(query.data)
  return (
    <Page>
      <QueryView
        isPage
        query={isReady || query.error ? query : { ...query, data: undefined }}
        skeleton={
          <>
            <Skeleton height={64} radius="lg" mb={24} />
            <Skeleton height={170} radius="lg" mb={16} />
            <Skeleton height={120} radius="lg" />
          </>
        }
      >
        {(order) =>
          order ? <OrderView key={order.id} order={order} /> : <NoOrder address={orderId} />
        }
      </QueryView>
    </Page>
  )
}
