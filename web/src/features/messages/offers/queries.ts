import { queryOptions, useMutation } from '@tanstack/react-query'
import { briefArguments, type Brief } from '@/domain/briefs/brief.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { loadTerms } from '@/domain/use-terms.ts'
import { tokenOf } from '@/lib/api/errors.ts'
import type { Tables } from '@/lib/database.types.ts'
import { supabase, unwrap } from '@/lib/api/supabase.ts'

export type OfferMilestone = { title: string; amount_minor: number }
export type Offer = Omit<Tables<'offers'>, 'milestones'> & { milestones: OfferMilestone[] }

/** The most offers that are loaded for a conversation; a card of an older offer says that it cannot be shown. */
const SHOWN = 200

export const offersKey = (conversationId: string) => [
  ...keyRoots.messages,
  'offers',
  conversationId,
]

/** The offers of a conversation by their ids. */
export const offersQuery = (conversationId: string) =>
  queryOptions({
    queryKey: offersKey(conversationId),
    enabled: conversationId !== '',
    queryFn: async ({ signal }): Promise<Record<string, Offer>> => {
      const offers = await unwrap(
        supabase
          .from('offers')
          .select('*')
          .eq('conversation_id', conversationId)
          .order('created_at', { ascending: false })
          .limit(SHOWN),
        signal,
      )
      return Object.fromEntries(offers.map((offer) => [offer.id, offer as unknown as Offer]))
    },
  })

export interface NewOffer {
  otherId: string
  title: string
  scope: string
  price_minor: number
  currency: string
  delivery_days: number
  revisions: number
  milestones: OfferMilestone[]
  /** Days for which the offer is valid. */
  validDays: number
  counters_id: string | null
  needs_draft: boolean
  /** The brief in a brand's offer; null in a creator's offer, because only brands write briefs. */
  brief: Brief | null
  /** The fee that a creator saw beside the price, in percent. Null for a brand. */
  creator_fee: number | null
  idempotency_key: string
}

const DAY_MS = 86_400_000

async function makeOffer({
  otherId,
  counters_id,
  validDays,
  brief,
  creator_fee,
  ...offer
}: NewOffer) {
  const conversation_id = await unwrap(
    supabase.rpc('get_or_create_conversation', { other_profile_id: otherId }),
  )
  return unwrap(
    supabase.rpc('make_offer', {
      ...offer,
      conversation_id,
      expires_at: new Date(Date.now() + validDays * DAY_MS).toISOString(),
      ...(counters_id === null ? {} : { counters_id }),
      ...(brief === null ? {} : briefArguments(brief)),
      ...(creator_fee === null ? {} : { creator_fee }),
    }),
  ).catch(async (error: unknown) => {
    // Loads the present fee, so that the form can be sent again with it.
    if (tokenOf(error) === 'terms_changed') await loadTerms()
    throw error
  })
}

export const useMakeOffer = () =>
  useMutation({
    mutationFn: makeOffer,
    meta: { invalidates: [keyRoots.messages] },
  })

/** An answer to an offer. A brand that accepts adds its brief. */
export type OfferAnswer = { accept: Brief | null } | 'decline' | 'withdraw'

/** Sends an answer. An acceptance names the version on the screen and returns the order. */
async function answerOffer(offer: Offer, answer: OfferAnswer): Promise<Order | null> {
  const offer_id = offer.id
  if (typeof answer === 'object') {
    const brief = answer.accept === null ? {} : briefArguments(answer.accept)
    const order = await unwrap(
      supabase.rpc('accept_offer', { offer_id, terms: offer.terms_hash, ...brief }),
    )
    return order as Order
  }
  await unwrap(
    answer === 'decline'
      ? supabase.rpc('decline_offer', { offer_id })
      : supabase.rpc('withdraw_offer', { offer_id }),
  )
  return null
}

export const useAnswerOffer = (offer: Offer) =>
  useMutation({
    mutationFn: (answer: OfferAnswer) => answerOffer(offer, answer),
    // The offer is loaded again even after a refusal, because the card was then out of date.
    meta: { invalidates: [offersKey(offer.conversation_id), keyRoots.orders] },
  })
