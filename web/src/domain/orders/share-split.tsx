import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { splitOfRest } from '@/domain/money/split.ts'
import { SplitList } from '@/domain/money/split-list.tsx'
import { keyRoots } from '@/domain/query-keys.ts'
import type { OrderSide } from './orders.ts'
import { settlementPreview } from './settlement-preview.ts'

interface Props {
  orderId: string
  /** The creator's share of the price, before the fee. */
  shareMinor: number
  side: OrderSide | null
}

/** What each side gets of the money in escrow with this share, and what the fee is. */
export function ShareSplit({ orderId, shareMinor, side }: Props) {
  const key = [...keyRoots.orders, 'one', orderId, 'split']
  const { data, isPlaceholderData } = useQuery({
    ...settlementPreview(key, orderId, shareMinor),
    placeholderData: keepPreviousData,
  })
  if (!data) return null
  // The sums of another share keep the place, unseen, until those of this one are there.
  return (
    <div style={{ visibility: isPlaceholderData ? 'hidden' : undefined }}>
      <SplitList split={splitOfRest(data)} currency={data.currency} side={side} />
    </div>
  )
}
