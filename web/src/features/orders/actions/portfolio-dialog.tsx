import { useQueries } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { pictureQuery, verdictQuery } from '@/domain/files/stored-file.ts'
import { PLATFORMS } from '@/domain/market/market.ts'
import { withWork, WORK_TITLE_MAX, worksOf, type Work } from '@/domain/members/works.ts'
import type { DeliveredFile } from '@/domain/orders/delivered-files.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { useUpdateProfile } from '@/shared/members/profile.tsx'
import { WorkForm, type Picture } from '@/shared/members/work-form.tsx'
import { Dialog } from '@/ui/dialog.tsx'
import type { Delivery } from '../queries.ts'
import { portfolioWorkFrom } from '../page/order-view.ts'
import { focusNextStep } from './action-dialog.tsx'

interface PortfolioDialogProps {
  opened: boolean
  order: Order
  deliveries: Delivery[]
  onClose: () => void
}

/** The pictures among these files; each is included once its content is loaded. */
function usePictures(files: DeliveredFile[]): Picture[] {
  const verdicts = useQueries({ queries: files.map(({ path }) => verdictQuery(path)) })
  const contents = useQueries({
    queries: files.map(({ path }, index) => ({
      ...pictureQuery(path),
      enabled: verdicts[index]?.data?.status === 'fine',
    })),
  })
  return files.flatMap(({ name }, index) => {
    const content = contents[index]?.data
    return content ? [{ name, content }] : []
  })
}

function NewWork({ order, deliveries, onClose }: Omit<PortfolioDialogProps, 'opened'>) {
  const update = useUpdateProfile({ quiet: true })
  const { written, pictures } = portfolioWorkFrom(deliveries)
  const { platform: bought } = (order.terms ?? {}) as { platform?: string | null }
  const platform = PLATFORMS.find((each) => each === bought)
  return (
    <WorkForm
      work={null}
      start={{
        ...written,
        title: order.pack_title.slice(0, WORK_TITLE_MAX).trim(),
        order_id: order.id,
        pictures: usePictures(pictures),
        ...(platform && { platform }),
      }}
      onSave={(work: Work) =>
        update.mutateAsync((now) => ({ works: withWork(worksOf(now), work) }))
      }
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
      onExitTransitionEnd={focusNextStep}
      title={t('add_showing')}
      closeOnClickOutside={false}
    >
      {opened && <NewWork {...rest} />}
    </Dialog>
  )
}
