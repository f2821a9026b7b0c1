import { useMutation } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Database, Tables } from '@/lib/database.types.ts'
import { callFunction } from '@/lib/api/call-function.ts'
import { AppError, tokenOf } from '@/lib/api/errors.ts'
import { supabase, unwrap } from '@/lib/api/supabase.ts'
import { useUser } from '@/lib/session/session.ts'
import { sendOnce } from '@/lib/storage/drafts.ts'
import { saveFile } from '@/lib/storage/save-file.ts'
import { sumsText, type FileSum } from './file-sums.ts'
import { toast } from '@/lib/toast.ts'
import { actionWithName, isolated, textOr } from '@/lib/i18n/text.ts'
import type { PayoutAccount } from './queries.ts'
import type { Profile } from './staff-rows.ts'

type Functions = Database['public']['Functions']
type ActName =
  | 'approve_profile'
  | 'verify_profile'
  | 'decline_verification'
  | 'reject_profile'
  | 'suspend_profile'
  | 'unsuspend_profile'
  | 'decide_suspension_appeal'
  | 'unfreeze_profile'
  | 'bear_chargeback'
  | 'send_evidence'
  | 'set_trust_level'
  | 'open_dispute'
  | 'resolve_dispute'
  | 'decide_appeal'
  | 'resolve_reports'
  | 'reopen_report'
  | 'resolve_suspense'
  | 'record_payout_sent'
  | 'record_payout_failed'
  | 'record_payout_returned'
  | 'halt_payouts'
  | 'release_payouts'
  | 'revoke_invite'
  | 'update_setting'
  | 'confirm_staff_proposal'
  | 'withdraw_staff_proposal'
  | 'reserve_name'
  | 'release_name'
  | 'lift_ban'
  | 'decide_same_person'
  | 'close_month'
  | 'resolve_difference'
  | 'start_reconciliation'
  | 'clear_chain_alarm'
  | 'retry_chain_act'
  | 'give_up_capture'
  | 'add_staff_note'
/** An act of staff: the function of the database that does it, and its arguments. */
export type Act = { [Name in ActName]: { act: Name; args: Functions[Name]['Args'] } }[ActName]

/** The version of a profile that was shown. A decision is refused if the profile has changed since. */
export const shownVersionOf = ({ id, shown_hash }: Pick<Profile, 'id' | 'shown_hash'>) => ({
  profile_id: id,
  shown_hash,
})

/** Acts whose screens show a result of their own, so that no toast is needed. */
const WITHOUT_TOAST: readonly ActName[] = ['lift_ban', 'update_setting']

/** Refusals that mean that the decision was made by others, or became unnecessary, while it was being written. */
const DECIDED = [
  'order_not_disputed',
  'order_not_appealed',
  'suspension_not_appealed',
  'suspension_ended',
  'payout_halted',
]
export const isDecided = (error: unknown) => tokenOf(error) === 'decided_meanwhile'

/** Performs an act, or proposes it if it needs a second member of staff. Some acts return a count as a number. */
async function performOrPropose({
  act,
  args,
}: Act): Promise<'done' | 'nothing' | 'proposed' | number> {
  const { data, error } = await supabase.rpc(act, args)
  if (!error) {
    if (data === false || data === 0) return 'nothing'
    return typeof data === 'number' ? data : 'done'
  }
  const token = tokenOf(error)
  if (token && DECIDED.includes(token)) throw new AppError('decided_meanwhile', 409)
  if (token !== 'second_staff_required') throw error
  await unwrap(supabase.rpc('propose_staff_act', { action: act, arguments: args }))
  return 'proposed'
}

/**
 * Mutation for an act of staff. Afterwards all data of the staff page are loaded again, since any of them may have
 * changed. `name` is the member or record that the act is about.
 */
export function useStaffAction(name?: string) {
  const { t } = useTranslation('staff')
  return useMutation({
    mutationFn: performOrPropose,
    onSuccess(outcome, { act }) {
      const done = textOr(`staff:act_${act}`, act)
      if (outcome === 'proposed') toast.info(t('proposed'))
      else if (outcome === 'nothing' && act === 'suspend_profile')
        toast.info(t('suspended_already'))
      // The acts are named in the past tense, as in the audit log. Here the text also has a count.
      else if (act === 'resolve_reports' && typeof outcome === 'number')
        toast.success(t('closed_reports', { count: outcome }))
      else if (act === 'approve_profile') {
        // If several members are approved at once, `name` is missing, and the screen itself shows their number.
        if (name) toast.success(t('approved', { name }))
      } else if (outcome !== 'nothing' && !WITHOUT_TOAST.includes(act))
        toast.success(name ? actionWithName(done, isolated(name)) : done)
    },
    meta: { invalidates: [keyRoots.staff, keyRoots.members, keyRoots.orders] },
  })
}

/** Reads the account for a payout. The result is not cached, because it contains the whole account number. */
export const useTakePayout = () =>
  useMutation({
    mutationFn: async (payoutId: string) =>
      (await unwrap(supabase.rpc('take_payout', { payout_id: payoutId }))) as PayoutAccount,
    meta: { invalidates: [keyRoots.staff] },
  })

type BankFile = { id: string; xml: string; sums: FileSum[] }

/** Downloads a bank file of the oldest payouts. It contains account numbers, so it is only saved as a file. */
export function useBankFile() {
  const { t, i18n } = useTranslation('staff')
  const member = useUser()?.id ?? 'nobody'
  return useMutation({
    mutationFn: async () => {
      const { id, xml, sums } = await sendOnce(member, 'staff:bank-file', (key) =>
        callFunction<BankFile>('payout-file', { idempotency_key: key }),
      )
      saveFile(new Blob([xml], { type: 'application/xml' }), `${id}.xml`)
      return sums
    },
    onSuccess: (sums) =>
      toast.success(t('payout_file_done', { sums: sumsText(sums, t, i18n.language) })),
    meta: { invalidates: [keyRoots.staff] },
  })
}

type NewInvite = Functions['create_invite']['Args'] & { idempotency_key: string }

export const useCreateInvite = () =>
  useMutation({
    mutationFn: ({ idempotency_key, ...invite }: NewInvite): Promise<Tables<'invites'>> =>
      unwrap(supabase.rpc('create_invite', { ...invite, idempotency_key })),
    meta: { invalidates: [keyRoots.staff] },
  })
