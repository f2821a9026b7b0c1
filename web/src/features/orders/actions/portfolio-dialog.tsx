import { useMemo } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { isImage } from '@/domain/files/attachments.ts'
import { usePicture, useStoredFile } from '@/domain/files/stored-file.ts'
import { PLATFORMS } from '@/domain/market/market.ts'
import { WORK_TITLE_MAX, worksOf, type Work } from '@/domain/members/works.ts'
import { filesOf } from '@/domain/orders/delivered-files.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { useProfile, useUpdateProfile } from '@/shared/members/profile.tsx'
import { WorkForm } from '@/shared/members/work-form.tsx'
import { Dialog } from '@/ui/dialog.tsx'
import type { Delivery } from '../queries.ts'
import { keepFocus } from './action-dialog.tsx'

export interface PortfolioDialogProps {
  opened: boolean
  order: Order
  deliveries: Delivery[]
  onClose: () => void
}

/** The newest delivered picture, read as the page shows it; null until it is there, and if there is none. */
function useDeliveredPicture(deliveries: Delivery[]): File | null {
  const files = deliveries.flatMap((each) => (each.is_draft ? [] : filesOf(each.files)))
  const { path = null, name = '' } = files.find(({ type }) => isImage(type)) ?? {}
  const { verdict } = useStoredFile(path, name)
  const content = usePicture(path ?? '', path !== null && verdict === 'fine')
  return useMemo(
    () => (content ? new File([content], name, { type: content.type }) : null),
    [content, name],
  )
}

function NewWork({ order, deliveries, onClose }: Omit<PortfolioDialogProps, 'opened'>) {
  const { profile } = useProfile()
  const update = useUpdateProfile({ quiet: true })
  const file = useDeliveredPicture(deliveries)
  const { platform: bought } = (order.terms ?? {}) as { platform?: string | null }
  const platform = PLATFORMS.find((each) => each === bought)
  return (
    <WorkForm
      work={null}
      start={{
        title: order.pack_title.slice(0, WORK_TITLE_MAX).trim(),
        order_id: order.id,
        file,
        ...(platform && { platform }),
      }}
      onSave={(work: Work) => update.mutateAsync({ works: [...worksOf(profile), work] })}
      onDone={onClose}
    />
  )
}

export function PortfolioDialog({ opened, ...rest }: PortfolioDialogProps) {
  const { t } = useTranslation('orders')
  return (
    <Dialog
      opened={opened}
      onClose={rest.onClose}
      onExitTransitionEnd={keepFocus}
      title={t('add_showing')}
      closeOnClickOutside={false}
    >
      {opened && <NewWork {...rest} />}
    </Dialog>
  )
}
