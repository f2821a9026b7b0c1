import type { Offer } from './queries.ts'

export type OfferState = 'sent' | 'accepted' | 'declined' | 'countered' | 'withdrawn' | 'expired'

/** The clock of the database may run a little later than the time that the offer names. */
export const stateOf = ({ status, expires_at }: Offer, now = Date.now()): OfferState =>
  status === 'sent' && new Date(expires_at).getTime() <= now ? 'expired' : (status as OfferState)
