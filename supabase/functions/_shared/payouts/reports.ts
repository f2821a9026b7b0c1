import type { SupabaseClient } from '@supabase/supabase-js'
import { dataOf } from '../errors.ts'
import type { AccountState, PayoutProvider, Report } from './provider.ts'

/** The database's functions that record payouts. Each call may be repeated or come late without harm. */
export type Book = {
  recordState(report: Report): Promise<void>
  noteTransfer(payoutId: string, attempt: number, transferRef: string): Promise<void>
  /** Ends an attempt. With `again` another attempt follows by itself; without it staff decide. */
  retry(payoutId: string, attempt: number, problem: string, again: boolean): Promise<void>
  /** Records the state of an account; false if the account belongs to no member. */
  recordAccount(provider: string, state: AccountState): Promise<boolean>
}

export function bookOf(client: SupabaseClient): Book {
  const call = async (name: string, args: object) => void dataOf(await client.rpc(name, args))
  return {
    recordState: (report) =>
      call('record_payout_state', {
        payout_id: report.payoutId,
        attempt: report.attempt,
        state: report.state,
        reference: report.reference,
        trace: report.trace,
        expected_on: report.expectedOn,
        reason: report.reason,
      }),
    noteTransfer: (payout_id, attempt, transfer_ref) =>
      call('note_transfer', { payout_id, attempt, transfer_ref }),
    retry: (payout_id, attempt, problem, again) =>
      call('retry_payout', { payout_id, attempt, problem, again }),
    async recordAccount(provider, state) {
      const rows = dataOf(
        await client.rpc('payout_account_of', { provider, account_ref: state.account }),
      ) as { profile_id: string }[]
      const owner = rows[0]?.profile_id
      if (owner) await recordAccount(client, provider, owner, state)
      return owner !== undefined
    },
  }
}

/** Records a report. Returned money is first fetched from the member's account, so that the platform has it again. */
export async function report(book: Book, provider: PayoutProvider, given: Report) {
  if (given.state === 'returned') await provider.takeBack(given)
  await book.recordState(given)
}

export async function recordAccount(
  client: SupabaseClient,
  provider: string,
  profileId: string,
  { account, status, requirements, bank, isInstant }: AccountState,
) {
  dataOf(
    await client.rpc('record_payout_account', {
      profile_id: profileId,
      provider,
      account_ref: account,
      status,
      requirements,
      bank,
      is_instant: isInstant,
    }),
  )
}
