import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Tables } from '@/lib/database.types.ts'
import { useTableChanges } from '@/lib/api/realtime.ts'
import { askingFor, supabase } from '@/lib/api/supabase.ts'

// The payments of an order in an escrow on a public chain, and the acts of the escrow with their money (docs/usdc.md).

/** The payment info of the protocol: enough to find the money on the chain without our backend. */
const INFO = [
  'id',
  'order_id',
  'chain_id',
  'escrow',
  'token',
  'collector',
  'operator',
  'payer',
  'receiver',
  'max_amount_minor',
  'max_fee_bps',
  'pre_approval_expiry',
  'authorization_expiry',
  'refund_expiry',
  'fee_receiver',
  'salt',
  'payment_hash',
  'nonce',
  'signed_at',
  'closed_at',
  'created_at',
] as const
export type PaymentInfo = Pick<Tables<'chain_payments'>, (typeof INFO)[number]>

const ACT = [
  'id',
  'kind',
  'amount_minor',
  'fee_minor',
  'state',
  'tx_hash',
  'decided_at',
  'final_at',
  'problem',
  'refused_since',
] as const
export type ChainAct = Pick<Tables<'chain_acts'>, (typeof ACT)[number]>
export type ChainPayment = PaymentInfo & { acts: ChainAct[] }

const key = (orderId: string) => [...keyRoots.orders, 'one', orderId, 'chain'] as const

/** The payments of an order, the newest first, each with its acts from the first to the last. */
export const chainPaymentsQuery = (orderId: string) =>
  queryOptions({
    queryKey: key(orderId),
    staleTime: 0,
    queryFn: askingFor<ChainPayment[]>(() =>
      supabase
        .from('chain_payments')
        .select(`${INFO.join(', ')}, acts:chain_acts(${ACT.join(', ')})`)
        .eq('order_id', orderId)
        .order('created_at', { ascending: false })
        .order('id', { referencedTable: 'chain_acts' }),
    ),
  })

/** Signed payments of the caller's orders that are not closed: their money is, or may still arrive, in the escrow. */
export const openPaymentsQuery = () =>
  queryOptions({
    queryKey: [...keyRoots.payments, 'in-escrow'],
    staleTime: 0,
    queryFn: askingFor<(PaymentInfo & { order: { number: string } })[]>(() =>
      supabase
        .from('chain_payments')
        .select(`${INFO.join(', ')}, order:pack_orders(number)`)
        .not('signed_at', 'is', null)
        .is('closed_at', null)
        .order('authorization_expiry'),
    ),
  })

/** Updates the screen at each step of an act; some steps change the order itself. */
export function useLiveActs(orderId: string) {
  const client = useQueryClient()
  useTableChanges(
    `chain:${orderId}`,
    [{ table: 'chain_acts', filter: `order_id=eq.${orderId}` }],
    () => void client.invalidateQueries({ queryKey: [...keyRoots.orders, 'one', orderId] }),
  )
}

/** The signed payment that is still open; otherwise the last signed one. */
export const signedPayment = <Payment extends Pick<PaymentInfo, 'signed_at' | 'closed_at'>>(
  payments: readonly Payment[],
): Payment | undefined => {
  const signed = payments.filter(({ signed_at }) => signed_at !== null)
  return signed.find(({ closed_at }) => closed_at === null) ?? signed[0]
}

/** Result of a payment that does not pay its order: the escrow never received it, or returns it. */
export function failureOf({ acts }: { acts: readonly Pick<ChainAct, 'kind' | 'state'>[] }) {
  if (acts.some(({ kind }) => kind === 'void')) return 'returned'
  const isLost = acts.some(({ kind, state }) => kind === 'authorize' && state === 'failed')
  return isLost ? 'lost' : null
}

/** The amount that the brand reclaimed from the escrow without us: all of a closed payment that no act moved. */
export function reclaimedMinor({
  closed_at,
  max_amount_minor,
  acts,
}: Pick<PaymentInfo, 'closed_at' | 'max_amount_minor'> & {
  acts: readonly Pick<ChainAct, 'kind' | 'state' | 'amount_minor'>[]
}): number {
  const isMade = ({ state }: Pick<ChainAct, 'state'>) => !['failed', 'given_up'].includes(state)
  const wasThere = acts.some((act) => act.kind === 'authorize' && isMade(act))
  if (closed_at === null || !wasThere) return 0
  return acts
    .filter((act) => ['capture', 'void'].includes(act.kind) && isMade(act))
    .reduce((left, act) => left - act.amount_minor, max_amount_minor)
}

/** The steps of an act that the screens show. */
export type ActStep =
  | 'waiting'
  | 'queued'
  | 'refused'
  | 'sent'
  | 'mined'
  | 'final'
  | 'failed'
  | 'not_made'
  | 'given_up'
const STEPS: Record<ChainAct['state'], ActStep> = {
  decided: 'waiting',
  signed: 'waiting',
  broadcast: 'sent',
  mined: 'mined',
  final: 'final',
  failed: 'failed',
  given_up: 'given_up',
}
type Stepping = Pick<ChainAct, 'kind' | 'state' | 'problem' | 'refused_since'>

/** The step of an act, given the acts before it. A decided act is queued while one of them is refused or has failed. */
export function actStepOf(
  { kind, state, problem, refused_since }: Stepping,
  before: readonly Stepping[] = [],
): ActStep {
  // The act was not made and needs no more attention: the escrow never had the money, or somebody else moved it.
  if (state === 'failed' && (kind === 'authorize' || problem === 'payment_lost')) return 'not_made'
  if (state !== 'decided') return STEPS[state]
  if (refused_since !== null) return 'refused'
  const isStuck = (act: Stepping) => ['refused', 'failed'].includes(actStepOf(act))
  return before.some(isStuck) ? 'queued' : 'waiting'
}

/** The file with which a brand can take its money back without us; docs/reclaim.md explains each field. */
export const paymentFile = (payment: PaymentInfo) =>
  `${JSON.stringify(Object.fromEntries(INFO.map((name) => [name, payment[name]])), null, 2)}\n`
