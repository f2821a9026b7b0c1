import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '@/domain/orders/order-query.ts'
import { Dialog } from '@/ui/dialog.tsx'
import primitives from '@/ui/primitives.module.css'
import { SectionCard } from '@/ui/section-card.tsx'
import { orderActionsQuery } from './order-actions-query.ts'
import { StandingClock } from './standing-clock.tsx'
import { TextForm } from './text-form.tsx'
import { useOrderAction } from './use-order-action.ts'
import styles from './orders.module.css'

/** What staff can do with an order between members: open a dispute, which stops its deadlines. */
export function StaffSide({ order }: { order: Order }) {
  const { t } = useTranslation(['orders', 'common'])
  const [open, setOpen] = useState(false)
  const ask = useOrderAction(order.id)
  const { data: actions = [] } = useQuery(orderActionsQuery(order))
  const close = () => setOpen(false)
  if (!actions.some(({ action, allowed }) => allowed && action === 'open_dispute')) return null
  return (
    <SectionCard title={t('staff_side')}>
      <StandingClock order={order} />
      <p className={`${primitives.quiet} ${styles.explain}`}>{t('staff_dispute_text')}</p>
      <Button variant="light" color="red" onClick={() => setOpen(true)}>
        {t('dispute')}
      </Button>
      <Dialog opened={open} onClose={close} title={t('dispute_title')} closeOnClickOutside={false}>
        <TextForm
          danger
          required
          place={`staff:dispute:${order.id}`}
          busy={ask.isPending}
          text={t('staff_dispute_text')}
          label={t('dispute_reason')}
          submit={t('dispute')}
          toMove={(reason) => ({ move: 'open_dispute', reason })}
          onCancel={close}
          onSubmit={(move) => ask.mutateAsync(move).then(close)}
        />
      </Dialog>
    </SectionCard>
  )
}
