import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { ToneBadge, type Tone } from '@/ui/tone-badge.tsx'
import { phaseOf, waitsFor, type OrderStatus } from '@/domain/orders/orders.ts'

const TONES: Record<ReturnType<typeof phaseOf>, Tone> = {
  open: 'info',
  disputed: 'bad',
  completed: 'good',
  closed: 'neutral',
}

/** Highlights orders that wait for the brand to pay or to review, because those get stuck most often. */
const toneOf = (status: OrderStatus): Tone =>
  phaseOf(status) === 'open' && waitsFor(status, 'brand') ? 'warn' : TONES[phaseOf(status)]

export function StatusBadge({ status }: { status: OrderStatus }) {
  const { t } = useTranslation('order-states')
  return <ToneBadge tone={toneOf(status)}>{t(`${status}_name`)}</ToneBadge>
}
