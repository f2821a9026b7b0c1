import type { Tone } from '@/ui/tone-badge.tsx'

export const CAMPAIGN_TONES: Record<string, Tone> = {
  draft: 'neutral',
  open: 'good',
  closed: 'neutral',
}

export const APPLICATION_TONES: Record<string, Tone> = {
  sent: 'info',
  accepted: 'good',
  declined: 'neutral',
  withdrawn: 'neutral',
}
