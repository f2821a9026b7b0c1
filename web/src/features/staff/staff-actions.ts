import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Json, Tables } from '@/lib/database.types.ts'
import { tokenOf, unwrap } from '@/lib/api/errors.ts'
import { supabase } from '@/lib/api/supabase.ts'
import { toast } from '@/lib/toast.ts'
import type { Invite, PayoutAccount } from './queries.ts'

export type InviteInput = {
  maxUses: number
  expiresAt: string | null
  email: string
  role: string | null
}

export type RulingInput = {
  orderId: string
  share: number
  note: string
  category: Tables<'rulings'>['category']
  clause: Tables<'rulings'>['clause']
  summary: string
}

export type SuspensionInput = {
  profileId: string
  withInvitees: boolean
  category: Tables<'suspensions'>['category']
  note: string
  withoutEnd: boolean
}

/** Actions of staff with their parameters. */
export type Act =
  // The hash identifies the state of the profile that was shown.
  | { act: 'approve' | 'verify'; profileId: string; shownHash: string }
  | { act: 'decline'; profileId: string }
  | { act: 'reject'; profileId: string; reason: string }
  | ({ act: 'suspend' } & SuspensionInput)
  | { act: 'decide_suspension'; profileId: string; upheld: boolean; note: string }
  | { act: 'unfreeze' | 'unsuspend'; profileId: string; note: string }
  | { act: 'bear_chargeback'; chargebackId: string; note: string }
  | { act: 'trust'; profileId: string; level: string }
  | { act: 'dispute'; orderId: string; reason: string }
  | ({ act: 'rule' | 'decide_appeal' } & RulingInput)
  | { act: 'resolve_report'; reportId: string; resolution: string }
  | { act: 'resolve_suspense'; paymentId: string; profileId: string; note: string }
  | { act: 'payout_sent'; payoutId: string; reference: string }
  | { act: 'payout_failed'; payoutId: string; reason: string }
  | { act: 'revoke_invite'; inviteId: string }
  | { act: 'setting'; key: string; value: number }
  | { act: 'confirm' | 'withdraw'; proposalId: string }
  | { act: 'reserve_name'; name: string; insideWords: boolean }
  | { act: 'release_name'; name: string }
  | { act: 'lift_ban'; email: string }
  | { act: 'decide_person'; profileId: string; otherId: string; isSame: boolean; note: string }

function perform(asked: Act) {
  switch (asked.act) {
    case 'approve':
      return supabase.rpc('approve_profile', shownOf(asked))
    case 'verify':
      return supabase.rpc('verify_profile', shownOf(asked))
    case 'decline':
      return supabase.rpc('decline_verification', { profile_id: asked.profileId })
    case 'reject':
      return supabase.rpc('reject_profile', { profile_id: asked.profileId, reason: asked.reason })
    case 'unsuspend':
      return supabase.rpc('unsuspend_profile', notedOf(asked))
    case 'suspend':
      return supabase.rpc('suspend_profile', suspensionOf(asked))
    case 'decide_suspension':
      return supabase.rpc('decide_suspension_appeal', appealOf(asked))
    case 'unfreeze':
      return supabase.rpc('unfreeze_profile', notedOf(asked))
    case 'bear_chargeback':
      return supabase.rpc('bear_chargeback', borneOf(asked))
    case 'trust':
      return supabase.rpc('set_trust_level', trustOf(asked))
    case 'dispute':
      return supabase.rpc('open_dispute', { order_id: asked.orderId, reason: asked.reason })
    case 'rule':
      return supabase.rpc('resolve_dispute', rulingOf(asked))
    case 'decide_appeal':
      return supabase.rpc('decide_appeal', rulingOf(asked))
    case 'resolve_report':
      return supabase.rpc('resolve_report', {
        report_id: asked.reportId,
        resolution: asked.resolution,
      })
    case 'resolve_suspense':
      return supabase.rpc('resolve_suspense', assignmentOf(asked))
    case 'payout_sent':
      return supabase.rpc('record_payout_sent', sentOf(asked))
    case 'payout_failed':
      return supabase.rpc('record_payout_failed', failedOf(asked))
    case 'revoke_invite':
      return supabase.rpc('revoke_invite', { invite_id: asked.inviteId })
    case 'setting':
      return supabase.rpc('update_setting', { key: asked.key, value: asked.value })
    case 'confirm':
      return supabase.rpc('confirm_staff_proposal', { proposal_id: asked.proposalId })
    case 'withdraw':
      return supabase.rpc('withdraw_staff_proposal', { proposal_id: asked.proposalId })
    case 'reserve_name':
      return supabase.rpc('reserve_name', { name: asked.name, inside_words: asked.insideWords })
    case 'release_name':
      return supabase.rpc('release_name', { name: asked.name })
    case 'decide_person':
      return supabase.rpc('decide_same_person', personOf(asked))
    case 'lift_ban':
      return supabase.rpc('lift_ban', { email: asked.email })
  }
}

const shownOf = (asked: { profileId: string; shownHash: string }) => ({
  profile_id: asked.profileId,
  shown_hash: asked.shownHash,
})

const suspensionOf = (asked: SuspensionInput) => ({
  profile_id: asked.profileId,
  with_invitees: asked.withInvitees,
  category: asked.category,
  note: asked.note,
  without_end: asked.withoutEnd,
})

const appealOf = (asked: Extract<Act, { act: 'decide_suspension' }>) => ({
  profile_id: asked.profileId,
  upheld: asked.upheld,
  note: asked.note,
})

const personOf = (asked: Extract<Act, { act: 'decide_person' }>) => ({
  profile_id: asked.profileId,
  other_id: asked.otherId,
  is_same: asked.isSame,
  note: asked.note,
})

const notedOf = (asked: { profileId: string; note: string }) => ({
  profile_id: asked.profileId,
  note: asked.note,
})

const trustOf = (asked: { profileId: string; level: string }) => ({
  profile_id: asked.profileId,
  trust_level: asked.level,
})

const rulingOf = (asked: RulingInput) => ({
  order_id: asked.orderId,
  creator_share_minor: asked.share,
  note: asked.note,
  category: asked.category,
  clause: asked.clause,
  summary: asked.summary,
})

const borneOf = (asked: { chargebackId: string; note: string }) => ({
  chargeback_id: asked.chargebackId,
  note: asked.note,
})

const assignmentOf = (asked: Extract<Act, { act: 'resolve_suspense' }>) => ({
  payment_id: asked.paymentId,
  profile_id: asked.profileId,
  note: asked.note,
})

const sentOf = (asked: Extract<Act, { act: 'payout_sent' }>) => ({
  payout_id: asked.payoutId,
  reference: asked.reference,
})

const failedOf = (asked: Extract<Act, { act: 'payout_failed' }>) => ({
  payout_id: asked.payoutId,
  reason: asked.reason,
})

/** Turns an action into a proposal; null if the action never needs a second member of staff. */
function proposalOf(asked: Act): { action: string; arguments: Json } | null {
  if (asked.act === 'rule') return { action: 'resolve_dispute', arguments: rulingOf(asked) }
  if (asked.act === 'decide_appeal') return { action: 'decide_appeal', arguments: rulingOf(asked) }
  if (asked.act === 'resolve_suspense')
    return { action: 'resolve_suspense', arguments: assignmentOf(asked) }
  if (asked.act === 'unfreeze') return { action: 'unfreeze_profile', arguments: notedOf(asked) }
  if (asked.act === 'bear_chargeback')
    return { action: 'bear_chargeback', arguments: borneOf(asked) }
  if (asked.act === 'unsuspend') return { action: 'unsuspend_profile', arguments: notedOf(asked) }
  if (asked.act === 'decide_suspension')
    return { action: 'decide_suspension_appeal', arguments: appealOf(asked) }
  if (asked.act === 'decide_person')
    return { action: 'decide_same_person', arguments: personOf(asked) }
  if (asked.act === 'lift_ban') return { action: 'lift_ban', arguments: { email: asked.email } }
  if (asked.act === 'trust') return { action: 'set_trust_level', arguments: trustOf(asked) }
  if (asked.act === 'payout_sent') return { action: 'record_payout_sent', arguments: sentOf(asked) }
  if (asked.act === 'payout_failed')
    return { action: 'record_payout_failed', arguments: failedOf(asked) }
  if (asked.act === 'suspend') return { action: 'suspend_profile', arguments: suspensionOf(asked) }
  if (asked.act === 'setting')
    return { action: 'update_setting', arguments: { key: asked.key, value: asked.value } }
  return null
}

/** Performs an action, or proposes it to other staff if it needs two of them. */
async function performOrPropose(asked: Act): Promise<'done' | 'nothing' | 'proposed'> {
  const { data, error } = await perform(asked)
  if (!error) return data === false ? 'nothing' : 'done'
  const proposal = tokenOf(error) === 'second_staff_required' ? proposalOf(asked) : null
  if (!proposal) throw error
  await unwrap(supabase.rpc('propose_staff_act', proposal))
  return 'proposed'
}

/** Every act leaves a row in the audit; everything staff look at may have changed by it. */
export function useStaffAction() {
  const { t } = useTranslation('staff')
  const client = useQueryClient()
  return useMutation({
    mutationFn: performOrPropose,
    onSuccess(outcome) {
      if (outcome === 'proposed') toast.info(t('proposed'))
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keyRoots.staff }),
        client.invalidateQueries({ queryKey: keyRoots.members }),
        client.invalidateQueries({ queryKey: keyRoots.orders }),
      ]),
  })
}

/** Where one payout goes. It is not kept in the cache: it has the whole account number. */
export function useTakePayout() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (payoutId: string) =>
      (await unwrap(supabase.rpc('take_payout', { payout_id: payoutId }))) as PayoutAccount,
    onSettled: () => client.invalidateQueries({ queryKey: keyRoots.staff }),
  })
}

export function useCreateInvite() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ maxUses, expiresAt, email, role }: InviteInput): Promise<Invite> =>
      unwrap(
        supabase.rpc('create_invite', {
          max_uses: maxUses,
          ...(expiresAt ? { expires_at: expiresAt } : {}),
          ...(email ? { email } : {}),
          ...(role ? { role } : {}),
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: keyRoots.staff }),
  })
}
