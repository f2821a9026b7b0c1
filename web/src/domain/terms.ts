/**
 * The numbers that the public pages name. The database has them as settings; a test holds the
 * two together.
 */
export const TERMS = {
  creatorFee: 10,
  buyerFee: 0,
  paymentWindow: 24,
  acceptanceWindow: 72,
  lateCancellation: 24,
  reviewWindow: 72,
  reviewExtension: 96,
  holdNew: 14,
  holdNormal: 7,
  holdTrusted: 3,
  normalAfter: 3,
  trustedAfter: 10,
  normalFees: 30,
  trustedFees: 500,
  normalDays: 30,
  trustedDays: 90,
  trustLeastPrice: 50,
  inviteQuota: 5,
  inviteStep: 3,
  inviteMost: 20,
  referralReward: 10,
  referralMost: 100,
  ratingWindow: 14,
  reviewLeast: 20,
  reviewPeriod: 90,
  conversationsPerDay: 20,
} as const
