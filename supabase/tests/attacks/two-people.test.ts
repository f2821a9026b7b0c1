// Tries every act that needs two members of staff: as one of them alone, with a stolen password, and as members.
import { describe, expect, test } from 'vitest'
import { forAllTests } from 'local-supabase/for-all-tests.ts'
import { ready, thaw } from '../access/arguments.ts'
import { expectNotWritten, type Outcome } from '../access/attempts.ts'
import { run } from '../access/database.ts'
import { setUp } from '../access/fixtures.ts'
import type { FunctionName } from '../access/matrix.ts'
import { must, passwordAlone } from '../api/harness.ts'

const setup = forAllTests(setUp)

const ACTS = `
  resolve_dispute decide_appeal resolve_suspense unfreeze_profile bear_chargeback send_evidence suspend_profile
  unsuspend_profile decide_suspension_appeal lift_ban decide_same_person set_trust_level
  update_setting record_payout_sent record_payout_failed record_payout_returned release_payouts
  close_month resolve_difference give_up_capture clear_chain_alarm`
  .trim()
  .split(/\s+/) as FunctionName[]

test('this file has every act of staff that the database executes', async () => {
  const [body] = await run(
    `select prosrc from pg_proc where oid = 'private.execute_staff_act'::regproc`,
  )
  const known = [...String(body?.['prosrc']).matchAll(/when '(\w+)'/g)].map(([, name]) => name)
  expect(known.toSorted()).toEqual(ACTS.toSorted())
})

// Two acts are left out: no month of a new market can be closed, and its scheduler ends chargebacks before two can vote.
const PROPOSED = ACTS.filter((action) => !['close_month', 'bear_chargeback'].includes(action))
describe.each(PROPOSED)('a proposal of %s', (action) => {
  test('is not confirmed by its proposer, by a password alone or by a member who is not staff', async () => {
    const { staff, brand, creator } = setup.users
    await thaw()
    const args = await ready[action](setup, 'staff')
    const proposal = must(
      await staff.client.rpc('propose_staff_act', { action, arguments: args }),
    ) as { id: string }
    const confirm = { proposal_id: proposal.id }
    const { client: thief } = await passwordAlone(staff.email)
    const tries: [Outcome, string][] = [
      [await staff.client.rpc('confirm_staff_proposal', confirm), 'second_staff_required'],
      [await thief.rpc('confirm_staff_proposal', confirm), 'mfa_required'],
      [await thief.rpc('propose_staff_act', { action, arguments: args }), 'mfa_required'],
      [await brand.client.rpc('confirm_staff_proposal', confirm), 'not_allowed'],
      [await creator.client.rpc('withdraw_staff_proposal', confirm), 'not_allowed'],
    ]
    for (const [{ error }, refusal] of tries) expect(error?.message).toBe(refusal)
    expect(
      must(await staff.client.rpc('propose_staff_act', { action, arguments: args })),
    ).toMatchObject({ id: proposal.id })
    const change = { status: 'confirmed', decided_by: brand.id, proposed_by: creator.id }
    const rows = staff.client.from('staff_proposals')
    expectNotWritten(await rows.update(change).eq('id', proposal.id).select(), 'by an update')
    expectNotWritten(await rows.insert({ ...proposal, id: undefined }).select(), 'by an insert')
    expectNotWritten(await rows.delete().eq('id', proposal.id).select(), 'by a deletion')
    expect(must(await staff.client.rpc('withdraw_staff_proposal', confirm))).toMatchObject({
      status: 'withdrawn',
    })
  })
})
