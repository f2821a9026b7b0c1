import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { imageUrl } from '@/domain/members/images.ts'
import { MemberAvatar } from '@/shared/members/member-avatar.tsx'
import { useProfile } from '@/shared/members/profile.tsx'
import { mayAct, isUnpaid, sideOf, waitsFor } from '@/domain/orders/orders.ts'
import { StatusBadge } from '@/shared/orders/status-badge.tsx'
import { paths } from '@/domain/paths.ts'
import { SectionCard } from '@/ui/section-card.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { openOrdersQuery } from './queries.ts'
import styles from './home.module.css'

const SHOWN = 5

/** Open orders that need nothing from the reader: they wait for the other side or are paused. */
export function WaitingOrders() {
  const { t } = useTranslation(['home', 'common'])
  const { profile } = useProfile()
  const { data } = useQuery(openOrdersQuery(profile.id))
  const isSuspended = profile.suspended_at !== null
  if (!data) return null
  const waiting = data.orders.filter(
    // Creators do not see an order before it is paid.
    (order) => {
      const side = sideOf(order, profile.id)
      if (side === null) return false
      if (waitsFor(order.status, side) && mayAct(order.status, isSuspended)) return false
      return !(side === 'kol' && isUnpaid(order.status))
    },
  )
  if (waiting.length === 0) return null
  return (
    <SectionCard
      title={t(isSuspended ? 'open_orders' : 'under_way')}
      link={{ href: paths.orders, text: t('all_orders') }}
    >
      <ul className={styles.list}>
        {waiting.slice(0, SHOWN).map((order) => {
          const isCreator = order.kol_id === profile.id
          const other = data.members.get(isCreator ? order.brand_id : order.kol_id)
          const name =
            other?.display_name ?? t(isCreator ? 'common:unknown_brand' : 'common:unknown_creator')
          return (
            <li key={order.id}>
              <Link href={paths.order(order.id)} className={styles.row}>
                <MemberAvatar name={name} image={imageUrl(other?.profile_image)} size={36} />
                <span className={styles.words}>
                  <strong>
                    <bdi>{order.pack_title}</bdi>
                  </strong>
                  <span className={styles.sub}>
                    {order.number} · <bdi>{name}</bdi>
                    {order.payment_disputed_at && ` · ${t('common:paused_disputed')}`}
                    {order.clock_resumes_at && (
                      <>
                        {' · '}
                        {t('common:paused_until')}{' '}
                        <TimeText value={order.clock_resumes_at} show="full" />
                      </>
                    )}
                  </span>
                </span>
                <span className={styles.state}>
                  <StatusBadge status={order.status} />
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </SectionCard>
  )
}
