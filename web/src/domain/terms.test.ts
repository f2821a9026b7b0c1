import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TERMS } from './terms.ts'

const SETTINGS: Record<keyof typeof TERMS, string> = {
  creatorFee: 'creator_fee',
  buyerFee: 'buyer_fee',
  paymentWindow: 'payment_window',
  acceptanceWindow: 'acceptance_window',
  lateCancellation: 'late_cancellation',
  reviewWindow: 'review_window',
  reviewExtension: 'review_extension',
  holdNew: 'hold_new',
  holdNormal: 'hold_normal',
  holdTrusted: 'hold_trusted',
  normalAfter: 'normal_after',
  trustedAfter: 'trusted_after',
  normalFees: 'normal_fees',
  trustedFees: 'trusted_fees',
  normalDays: 'normal_days',
  trustedDays: 'trusted_days',
  trustLeastPrice: 'trust_least_price',
  inviteQuota: 'invite_quota',
  inviteStep: 'invite_quota_step',
  inviteMost: 'invite_quota_most',
  referralReward: 'referral_reward',
  referralMost: 'referral_reward_most',
  ratingWindow: 'rating_window',
  reviewLeast: 'review_least_earned',
  reviewPeriod: 'review_period',
  conversationsPerDay: 'new_member_conversations_per_day',
}

const schemas = new URL('../../../supabase/schemas/', import.meta.url).pathname
const rows = globSync('*.sql', { cwd: schemas })
  .map((file) => readFileSync(schemas + file, 'utf8'))
  .join('\n')

test.each(Object.entries(SETTINGS))('%s is what the database starts with', (name, key) => {
  const found = new RegExp(`\\('${key}', (\\d+),`).exec(rows)
  expect(found, key).not.toBeNull()
  expect(TERMS[name as keyof typeof TERMS]).toBe(Number(found?.[1]))
})
