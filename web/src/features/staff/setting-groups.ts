/** Groups of the settings in the order of the page. A setting belongs to the first group with a pattern that matches its key. */
export const SETTING_GROUPS = {
  running: /^maintenance$/,
  money:
    /^(buyer|creator)_fee$|^(referral|chain|chargeback|checkout|hold|proof|two_staff)_|^tip_(least|most)|^payout_(grace|least|method_wait)|^instant_payouts|^vat_check/,
  clocks:
    /^(?!approval|email|factor|failures|rating)\w+_(window|grace|extension)$|_validity|^(clock_stop|late_cancellation|last_reminder|review_reminder|unstated_terms)/,
  trust:
    /^(trust|normal|trusted|demerit|dispute_lost|same_branch|rating|creator_record|days_to_pay)_|^review_(least|period|full|weight)/,
  files: /^(uploads?|file|video)_|^prints_/,
  sign_in: /^(fresh|sign_in|factor|failures|known|unconfirmed|former_member)_/,
  invites: /invite|^unproven_accounts_/,
  messages: /^(notices|notifications|emails?|unsubscribe)_/,
  staff: /^(suspension|approval|evidence|proposal)_/,
  operation:
    /^(web_vitals|due_work|database|provider_requests|match_batch|campaign_batch|messages_searched)/,
  limits: /_per_(minute|hour|day|creator|brand|member)$|^(shortlist|campaigns?)_|_of_order$/,
} as const

export type SettingGroup = keyof typeof SETTING_GROUPS

const GROUPS = Object.entries(SETTING_GROUPS) as [SettingGroup, RegExp][]

export const groupOfSetting = (key: string): SettingGroup | undefined =>
  GROUPS.find(([, pattern]) => pattern.test(key))?.[0]
