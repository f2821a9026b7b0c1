import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
} from '@tanstack/react-query'
import { SPANS, type Figure, type Span } from '@/domain/money/figures.ts'
import type { SolvencyLine } from '@/domain/money/solvency.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Database, Tables } from '@/lib/database.types.ts'
import { callFunction } from '@/lib/api/call-function.ts'
import { lastOfFull, newestFirst, pageSize } from '@/lib/api/keyset.ts'
import {
  isChained,
  isCounted,
  type BalanceProof,
  type ProofRoot,
} from '@/domain/money/balance-proof.ts'
import { STORAGE_KEYS } from '@/lib/constants.ts'
import { asking, askingFor, read, supabase, unwrap } from '@/lib/api/supabase.ts'
import type { Chosen } from '@/lib/rows.ts'
import { saveFile } from '@/lib/storage/save-file.ts'
import { eventOf, type LedgerEvent, type MoneyMove } from '@/domain/money/ledger.ts'

export type Payout = Tables<'payouts'>

export type Method = {
  id: string
  kind: string
  holder: string
  masked: string
  created_at: string
  /** True if payouts to this account arrive within half an hour. */
  is_instant: boolean | null
}
export type Clearing = {
  currency: string
  /** When the next part is released; null if the whole amount is on hold because of a dispute. */
  clears_at: string | null
  clears_minor: number | null
  disputed_minor: number
}
type PublicRoot = ProofRoot & { counted_at: string }

const key = (...parts: (string | null)[]) => [...keyRoots.payments, ...parts]

/** The member's debt for payments that the bank has reversed. */
export const debtsQuery = () =>
  queryOptions({
    queryKey: key('debts'),
    queryFn: asking(() => read('my_debts')),
  })

/** The member's payments that fit no order and that staff still have to assign. */
export const unassignedQuery = () =>
  queryOptions({
    queryKey: key('unassigned'),
    queryFn: asking(() =>
      supabase
        .from('payments')
        .select('id, currency, suspense_minor')
        .eq('status', 'suspense')
        .order('created_at')
        .limit(20),
    ),
  })

/** The earnings on hold in each currency. */
export const clearingQuery = () =>
  queryOptions({
    queryKey: key('clearing'),
    queryFn: askingFor<Clearing[]>(() => supabase.from('clearing').select('*')),
  })

const PAYOUTS = 50

export const payoutsQuery = (profileId: string) =>
  infiniteQueryOptions({
    queryKey: key('payouts', profileId),
    initialPageParam: null as Payout | null,
    queryFn: ({ pageParam, signal }): Promise<Payout[]> => {
      const payouts = supabase.from('payouts').select('*').eq('profile_id', profileId)
      const size = pageSize(PAYOUTS, pageParam === null)
      return unwrap(newestFirst(payouts, pageParam, size), signal)
    },
    getNextPageParam: lastOfFull<Payout>(PAYOUTS),
  })

/** Requested payouts that are held back. */
export const keptPayoutsQuery = () =>
  queryOptions({
    queryKey: key('payouts', 'kept'),
    queryFn: asking(() => read('kept_payouts')),
  })

export const solvencyQuery = () =>
  queryOptions({
    queryKey: key('solvency'),
    queryFn: askingFor<SolvencyLine[]>(() =>
      supabase.from('solvency').select('*').order('currency'),
    ),
  })

/** The most roots that the API returns; there is one each day. */
const ROOTS = 1000

/**
 * The member's leaf in the last proof, and whether the public root contains it and follows from the root that this
 * browser checked last. Null if there is no proof for the member.
 */
export const balanceCheckQuery = (currency: string, profileId: string) =>
  queryOptions({
    queryKey: key('balance-check', currency),
    queryFn: async ({ signal }) => {
      const proofs = await unwrap(read('my_balance_proof', { currency }), signal)
      const proof = proofs[0] as BalanceProof | undefined
      if (!proof) return null
      const place = STORAGE_KEYS.root + currency
      const seen = JSON.parse(localStorage.getItem(place) ?? 'null') as ProofRoot | null
      const newest = (await unwrap(
        supabase
          .from('balance_proofs')
          .select('*')
          .eq('currency', currency)
          .gte('id', Math.min(seen?.id ?? proof.proof_id, proof.proof_id))
          .lte('id', proof.proof_id)
          .order('id', { ascending: false })
          .limit(ROOTS),
        signal,
      )) as PublicRoot[]
      const root = newest[0]!
      const roots = newest.toReversed()
      // A full page may not reach the root that was seen last; then only the roots on the page are checked.
      const follows = !seen || isChained(roots, newest.length === ROOTS ? roots[0]! : seen)
      const isMine = proof.profile_id === profileId && (await isCounted(proof, root))
      const isRight = isMine && (await follows)
      if (isRight) localStorage.setItem(place, JSON.stringify({ id: root.id, chain: root.chain }))
      return { proof, root, isCounted: isRight }
    },
  })

const MOVES = 40

export type MoveSearch = Omit<
  Database['public']['Functions']['money_moves']['Args'],
  'order_id' | 'after' | 'page_size'
>

export const fetchMoves = async (
  search: MoveSearch,
  after: number | undefined,
  size: number,
  signal?: AbortSignal,
) => {
  const args = { ...search, page_size: size, ...(after !== undefined && { after }) }
  return (await unwrap(read('money_moves', args), signal)) as unknown as MoneyMove[]
}

export const ledgerQuery = (search: MoveSearch) =>
  infiniteQueryOptions({
    queryKey: [...key('ledger'), search],
    placeholderData: keepPreviousData,
    initialPageParam: null as LedgerEvent | null,
    queryFn: async ({ pageParam, signal }) => {
      const size = pageSize(MOVES, pageParam === null)
      const moves = await fetchMoves(search, pageParam?.transfer_id, size, signal)
      return moves.map((move) => eventOf(move))
    },
    getNextPageParam: lastOfFull<LedgerEvent>(MOVES),
  })

/** Figures together with the parameters for which they were loaded, because the earlier figures stay on the screen until the next ones arrive. */
export const figuresQuery = (by: string, span: Span, periods: readonly string[]) =>
  queryOptions({
    queryKey: [...key('figures'), by, span, periods],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { step } = SPANS[span]
      const args = { by, step, since: periods[0] ?? '', until: periods.at(-1) ?? '' }
      const found = await unwrap(read('money_figures', args), signal)
      return { by, span, periods, figures: found as Figure[] }
    },
  })

const PAPER =
  'id, kind, number, seller_id, order_id, order_number, seller, buyer, currency, total_minor, issued_at'
type Named = { legal_name: string }
export type Paper = Chosen<Omit<Tables<'papers'>, 'kind' | 'seller' | 'buyer'>, typeof PAPER> & {
  kind: 'invoice' | 'fee_invoice' | 'credit_note'
  seller: Named
  buyer: Named
}

const PAPERS = 20
const olderPaper = ({ id, issued_at }: Paper) =>
  `issued_at.lt."${issued_at}",and(issued_at.eq."${issued_at}",id.lt.${id})`

/** The reader's own invoices and credit notes. They are selected by the id, because staff may read all papers. */
export const papersQuery = (profileId: string, orderId: string | null) =>
  infiniteQueryOptions({
    queryKey: key('papers', profileId, orderId),
    initialPageParam: null as Paper | null,
    queryFn: async ({ pageParam, signal }) => {
      const newest = supabase
        .from('papers')
        .select(PAPER)
        .or(`seller_id.eq.${profileId},buyer_id.eq.${profileId}`)
        .order('issued_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(pageSize(PAPERS, pageParam === null))
        .abortSignal(signal)
      const named = orderId === null ? newest : newest.eq('order_id', orderId)
      return (await unwrap(pageParam === null ? named : named.or(olderPaper(pageParam)))) as Paper[]
    },
    getNextPageParam: lastOfFull<Paper>(PAPERS),
  })

export const useDownloadPaper = () =>
  useMutation({
    mutationFn: async ({ paper, locale }: { paper: Paper; locale: string }) => {
      const file = await callFunction<Blob>('papers', { paper_id: paper.id, locale })
      saveFile(file, `${paper.number}.pdf`)
    },
  })

/** The member's accounts for payouts, each with the last four characters of its number. */
export const methodsQuery = () =>
  queryOptions({
    queryKey: key('methods'),
    queryFn: askingFor<Method[]>(() =>
      supabase.from('payout_methods').select('*').order('created_at'),
    ),
  })

/** Invalidates all queries of the page, because a payout moves money between the balances. */
const usePaymentsMutation = <Input>(mutationFn: (input: Input) => Promise<unknown>) =>
  useMutation({
    mutationFn,
    meta: { invalidates: [keyRoots.payments] },
  })

export const useAddMethod = () =>
  usePaymentsMutation(({ holder, account }: { holder: string; account: string }) =>
    unwrap(supabase.rpc('add_payout_method', { kind: 'iban', holder, account })),
  )

export const useRemoveMethod = () =>
  usePaymentsMutation((id: string) =>
    unwrap(supabase.rpc('remove_payout_method', { method_id: id })),
  )

export const useWithdrawPayout = () =>
  usePaymentsMutation((id: string) => unwrap(supabase.rpc('withdraw_payout', { payout_id: id })))

type Request = { amount: number; currency: string; method: string; idempotencyKey: string }

export const useRequestPayout = () =>
  usePaymentsMutation(({ amount, currency, method, idempotencyKey }: Request) =>
    unwrap(
      supabase.rpc('request_payout', {
        amount_minor: amount,
        currency,
        method,
        idempotency_key: idempotencyKey,
      }),
    ),
  )

export type ProviderAccount = {
  provider: string
  status: 'new' | 'pending' | 'active' | 'restricted' | 'rejected'
  requirements: string[]
}

/** The account at the payment provider in its present state; `provider` is null if there is none. */
export const accountQuery = () =>
  queryOptions({
    queryKey: key('account'),
    queryFn: async ({ signal }) => {
      const { provider } = await callAccount<{ provider: string | null }>({ act: 'look' })
      if (!provider) return { provider, account: null }
      const rows = (await unwrap(
        supabase.from('payout_accounts').select('*').eq('provider', provider),
        signal,
      )) as ProviderAccount[]
      return { provider, account: rows[0] ?? null }
    },
  })

/** Opens the provider's own pages in place of the application. */
export const useOpenAccount = () =>
  useMutation({
    mutationFn: (country: string) => callAccount<{ url: string }>({ act: 'open', country }),
    onSuccess: ({ url }) => window.location.assign(url),
  })

const callAccount = <Answer>(body: object) => callFunction<Answer>('payout-account', body)
