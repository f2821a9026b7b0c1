import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { clockWords } from '@/domain/orders/clocks.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { phaseOf, sideOf, type OrderSide } from '@/domain/orders/orders.ts'
import { paths } from '@/domain/paths.ts'
import { Dialog } from '@/ui/dialog.tsx'
import primitives from '@/ui/primitives.module.css'
import { SectionCard } from '@/ui/section-card.tsx'
import { LinkButton } from '@/ui/link-button.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { orderActionsQuery } from '../actions/order-actions-query.ts'
import { suspendedSidesQuery, readReasonQuery } from '../queries.ts'
import { OrderFacts } from './order-facts.tsx'
import { PausedClock } from './paused-clock.tsx'
import { TextForm } from '../actions/text-form.tsx'
import { useOrderAction } from '../actions/use-order-action.ts'
import styles from '../orders.module.css'

function DisputeButton({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const [open, setOpen] = useState(false)
  const ask = useOrderAction(order.id)
  const close = () => setOpen(false)
  return (
    <>
      <p className={`${primitives.quiet} ${styles.explain}`}>
        {t('staff_dispute_text', clockWords(order))}
      </p>
      <Button variant="light" color="red" onClick={() => setOpen(true)}>
        {t('dispute')}
      </Button>
      <Dialog opened={open} onClose={close} title={t('dispute_title')} closeOnClickOutside={false}>
        <TextForm
          danger
          required
          place={`staff:dispute:${order.id}`}
          busy={ask.isPending}
          text={t('staff_dispute_text', clockWords(order))}
          label={t('dispute_reason')}
          submit={t('dispute')}
          toMove={(reason) => ({ move: 'open_dispute', reason })}
          onCancel={close}
          onSubmit={(move) => ask.mutateAsync(move).then(close)}
        />
      </Dialog>
    </>
  )
}

interface Props {
  order: Order
  names: Readonly<Record<OrderSide, string>>
}

/** Links to both members' staff pages, to the audit log about the order, and to the case of a dispute. */
function Links({ order, names }: Props) {
  const { t } = useTranslation('orders')
  const found = (section: 'audit' | 'disputes') => `${paths.staff(section)}?q=${order.number}`
  const links = [
    [paths.staffMember(order.brand_id), <bdi key="brand">{names.brand}</bdi>],
    [paths.staffMember(order.kol_id), <bdi key="kol">{names.kol}</bdi>],
    [found('audit'), t('staff_acts')],
    ...(phaseOf(order.status) === 'disputed'
      ? [[found('disputes'), t('staff_case')] as const]
      : []),
  ] as const
  return (
    <div className={primitives.wrap}>
      {links.map(([to, label]) => (
        <LinkButton key={to} href={to} size="xs">
          {label}
        </LinkButton>
      ))}
    </div>
  )
}

/** The reason that the reader gave to open the order, from the audit log. */
function WhyRead({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const { data: why } = useQuery(readReasonQuery(order.id))
  if (!why) return null
  return (
    <p className={primitives.quiet}>
      {t('staff_read_because', { reason: why.reason })} (
      <TimeText value={why.created_at} show="full" />)
    </p>
  )
}

/**
 * The view of staff of an order between members: the next step, the reason for which they opened it, links to further
 * records, suspended sides, and a button that opens a dispute.
 */
export function StaffSide({ order, names }: Props) {
  const { t, i18n } = useTranslation(['orders', 'common'])
  const { data: actions = [] } = useQuery(orderActionsQuery(order))
  const { data: suspended = [] } = useQuery(suspendedSidesQuery(order.id))
  const canDispute = actions.some(({ action, allowed }) => allowed && action === 'open_dispute')
  const who = suspended.map((id) => names[sideOf(order, id) ?? 'brand'])
  return (
    <SectionCard title={t('common:nav.staff')}>
      <div className={primitives.stack}>
        <OrderFacts order={order} side={null} names={names} />
        <WhyRead order={order} />
        <Links order={order} names={names} />
        {who.length > 0 && (
          <p className={primitives.warning}>
            {t('staff_suspended', { names: new Intl.ListFormat(i18n.language).format(who) })}
          </p>
        )}
        <PausedClock order={order} />
        {canDispute && <DisputeButton order={order} />}
      </div>
    </SectionCard>
  )
}
