import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { WORKS_MAX, worksOf } from '@/domain/members/works.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { lazyDialog } from '@/ui/loadable.tsx'
import primitives from '@/ui/primitives.module.css'
import { deliveriesQuery, showingQuery } from '../queries.ts'
import type { OrderAction } from './order-actions-query.ts'
import { placeInPortfolio } from './order-actions.ts'
import styles from '../orders.module.css'

const PortfolioDialog = lazyDialog(() => import('./portfolio-dialog.tsx'), 'PortfolioDialog')

/** Lets a creator add the work of an order to their portfolio, if the brand allows it. */
export function AddToPortfolio({ order, actions }: { order: Order; actions: OrderAction[] }) {
  const { t } = useTranslation('orders')
  const { profile } = useProfile()
  const [opened, setOpened] = useState(false)
  const place = placeInPortfolio(actions, worksOf(profile), order.id)
  const { data: deliveries = [] } = useQuery({
    ...deliveriesQuery(order.id),
    enabled: place === 'free',
  })
  if (place === null) return null
  return (
    <div className={`${primitives.wrap} ${styles.actions}`}>
      {place === 'free' ? (
        <Button variant="default" onClick={() => setOpened(true)}>
          {t('add_showing')}
        </Button>
      ) : (
        <p className={primitives.quiet}>{t(`showing_${place}`, { max: WORKS_MAX })}</p>
      )}
      <PortfolioDialog
        opened={opened}
        order={order}
        deliveries={deliveries}
        onClose={() => setOpened(false)}
      />
    </div>
  )
}

interface AskedProps {
  order: Order
  actions: OrderAction[]
  otherName: string
}

/** Tells the brand that the creator asks to show the work, while the brand can still allow it. */
export function AskedToShow({ order, actions, otherName }: AskedProps) {
  const { t } = useTranslation('orders')
  const mayAllow = actions.some(({ action, allowed }) => action === 'allow_to_show_work' && allowed)
  const { data } = useQuery({ ...showingQuery(order.id), enabled: mayAllow })
  if (!mayAllow || !data?.asked_at) return null
  return <p className={primitives.warning}>{t('showing_asked', { name: otherName })}</p>
}
