import { Alert } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import type { CLOCKS_CHANGED } from '@/domain/orders/checkout.ts'
import { clockWords } from '@/domain/orders/clocks.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { isUnpaid } from '@/domain/orders/orders.ts'

type Entry = Partial<typeof CLOCKS_CHANGED> | null

/**
 * Says that the order's time limits differ from those shown before it was placed. The message stays until the reader
 * closes it, also after a reload.
 */
export function ChangedClocks({ order }: { order: Order }) {
  const { t } = useTranslation(['checkout', 'changed-terms', 'common'])
  const [isOpen, setOpen] = useState(() => Boolean((history.state as Entry)?.clocksChanged))
  if (!isOpen || !isUnpaid(order.status)) return null
  return (
    <Alert
      color="yellow"
      title={t('changed-terms:title')}
      role="alert"
      withCloseButton
      closeButtonLabel={t('common:close')}
      onClose={() => {
        history.replaceState({ ...history.state, clocksChanged: false }, '')
        setOpen(false)
      }}
    >
      {t('clocks_changed', clockWords(order))}
    </Alert>
  )
}
