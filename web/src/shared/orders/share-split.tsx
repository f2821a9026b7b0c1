import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { splitOfRest } from '@/domain/money/split.ts'
import { SplitList } from '@/shared/money/split-list.tsx'
import { keyRoots } from '@/domain/query-keys.ts'
import type { OrderSide } from '@/domain/orders/orders.ts'
import { settlementPreview } from '@/domain/orders/settlement-preview.ts'

interface Props {
  orderId: string
  /** The creator's share of the price, before the fee. */
  shareMinor: number
  side: OrderSide | null
}

/** The amount that each side gets of the money in escrow at this share, and the fee. */
export function ShareSplit({ orderId, shareMinor, side }: Props) {
  const key = [...keyRoots.orders, 'one', orderId, 'split']
  const { data, isPlaceholderData } = useQuery({
    ...settlementPreview(key, orderId, shareMinor),
    placeholderData: keepPreviousData,
  })
  if (!data) return null
  // While the amounts for a new share load, the previous ones keep the space but are invisible.
  return (
    <div style={{ visibility: isPlaceholderData ? 'hidden' : undefined }}>
      <SplitList split={splitOfRest(data)} currency={data.currency} side={side} />
    </div>
  )
}
