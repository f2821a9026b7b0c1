import { useState, type ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { ConfirmForm } from '../actions/confirm-form.tsx'
import type { OrderMove } from '../actions/use-order-action.ts'

interface Props {
  /** The share that the other side proposes now; null if the proposal was withdrawn. */
  shareMinor: number | null
  effect: ReactNode
  busy: boolean
  onCancel: () => void
  onSubmit: (move: OrderMove) => Promise<unknown>
}

/**
 * Accepts a proposed split. If the other side changes the proposal meanwhile, the next press of the button only
 * confirms that the new proposal was read, because the press may have been meant for the earlier one.
 */
export function AcceptSplitForm({ shareMinor, ...props }: Props) {
  const { t } = useTranslation('orders')
  const [seen, setSeen] = useState(shareMinor)
  const isChanged = shareMinor !== null && shareMinor !== seen
  return (
    <ConfirmForm
      {...props}
      move={{ move: 'accept_settlement', creator_share_minor: seen ?? 0 }}
      text={t(isChanged ? 'split_changed' : 'accept_settlement_text')}
      label={t(isChanged ? 'split_seen' : 'accept_settlement')}
      {...(isChanged && { onSubmit: async () => setSeen(shareMinor) })}
    />
  )
}
