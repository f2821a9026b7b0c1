import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Brief } from '@/domain/briefs/brief.ts'
import { briefAgainQuery } from '@/domain/briefs/brief-again.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { QueryView } from '@/ui/query-view.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { BuyForm } from './buy-form.tsx'
import type { Pack } from './queries.ts'

interface AgainProps {
  orderId: string
  creatorId: string
  children: (earlier: Brief | null) => ReactNode
}

/** The form begins with the earlier brief, so it waits for it. */
function WithEarlierBrief({ orderId, creatorId, children }: AgainProps) {
  const query = useQuery(briefAgainQuery(orderId, creatorId))
  return (
    <QueryView bare query={query} skeleton={<ListSkeleton rows={4} />}>
      {children}
    </QueryView>
  )
}

export interface BuyDialogProps {
  pack: Pack | null
  creator: string
  /** The order whose brief the purchase starts from. */
  againId: string | null
  onClose: () => void
}

export function BuyDialog({ pack, creator, againId, onClose }: BuyDialogProps) {
  const { t } = useTranslation(['creator-profile', 'common'])
  const form = (bought: Pack, earlier: Brief | null) => (
    <BuyForm
      key={bought.id}
      pack={bought}
      creator={creator}
      place={earlier ? `buy:${bought.id}:${againId}` : `buy:${bought.id}`}
      earlier={earlier}
      onClose={onClose}
    />
  )
  return (
    <Dialog
      opened={pack !== null}
      onClose={onClose}
      title={t('buy_title')}
      size="lg"
      closeOnClickOutside={false}
    >
      {pack && againId && (
        <WithEarlierBrief orderId={againId} creatorId={pack.kol_id}>
          {(earlier) => form(pack, earlier)}
        </WithEarlierBrief>
      )}
      {pack && !againId && form(pack, null)}
    </Dialog>
  )
}
