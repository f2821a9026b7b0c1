import { useTranslation } from 'react-i18next'
import { ToneBadge, type Tone } from '@/ui/tone-badge.tsx'

const ORDER_TONES: Record<string, Tone> = {
  pending_payment: 'warn',
  funded: 'info',
  in_progress: 'info',
  delivered: 'warn',
  in_revision: 'warn',
  completed: 'good',
  disputed: 'bad',
  settled: 'good',
}

/** The state of an order, in words and colour. */
export function StatusBadge({ status }: { status: string }) {
  const { t } = useTranslation()
  return (
    <ToneBadge tone={ORDER_TONES[status] ?? 'neutral'}>
      {t(`common:order_status.${status}`, { defaultValue: status })}
    </ToneBadge>
  )
}
