import type { Offer } from './queries.ts'

export type OfferState = 'sent' | 'accepted' | 'declined' | 'countered' | 'withdrawn' | 'expired'

/** The state of an offer. It counts as expired from its time on, although the database may mark it a little later. */
export const offerStateOf = ({ status, expires_at }: Offer, now = Date.now()): OfferState =>
  status === 'sent' && new Date(expires_at).getTime() <= now ? 'expired' : (status as OfferState)
