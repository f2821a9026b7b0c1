/** The client's numbers. Those of the business are rows of the database. */

export const REQUEST_TIMEOUT_MS = 10_000
/** A file of 25 MiB on a slow line needs longer than a question to the database. */
export const UPLOAD_TIMEOUT_MS = 120_000
/** Storage takes larger files in parts of exactly this size. */
export const UPLOAD_PART_BYTES = 6 * 1024 * 1024
/** Waits before an interrupted upload goes on; each part that arrives begins them anew. */
export const PART_RETRY_WAITS_MS = [1_000, 2_000, 5_000, 10_000]
export const REQUEST_RETRY_WAITS_MS = [1_000, 2_000]
/** Waits between retries while the database moves to another server, for up to 25 seconds (`docs/scaling.md`). */
export const MOVE_RETRY_WAITS_MS = [1_000, 2_000, 3_000, 4_000, 5_000, 5_000, 5_000]
/** The longest that a person waits for a failure, retries of every layer included. */
export const REQUEST_BUDGET_MS = 30_000
export const RETRIED_STATUSES = new Set([408, 425, 429])
export const CONNECTIVITY_TIMEOUT_MS = 5_000
/** The pause before a token is asked for again; it doubles, up to the second or, at a limit of requests, the third. */
export const RENEWAL_WAIT_MS = 200
export const RENEWAL_WAIT_MOST_MS = 3_200
export const RENEWAL_WAIT_LIMITED_MS = 25_600
/** How long a request for a token may stay silent before another is sent beside it. */
export const RENEWAL_BESIDE_MS = 4_000
/** How long a tab that people come back to does not ask again whether its session still exists. */
export const SESSION_AGAIN_MS = 60_000
/** How long a request waits for the stored session of its member, and how often it looks. A session that was refused ends after that. */
export const STORED_WITHIN_MS = 1_000
export const STORED_ASKED_EVERY_MS = 50
/** How long to wait before asking again whether the backend can be reached. */
export const CONNECTIVITY_RETRY_MS = 5_000

/** How long a screen loads before it says that it is slow, and before it says why. */
export const SLOW_AFTER_MS = 4_000
export const STUCK_AFTER_MS = 10_000

/**
 * Nothing depends on a change having been sent: what is on the screen is asked for again at this
 * interval while somebody looks at it, give or take a fifth, so that members spread out.
 */
export const REFRESH_EVERY_MS = 60_000
export const REFRESH_SPREAD = 0.2
/** Fees and time limits change rarely: a tab that was left for so long asks for them again. */
export const REFRESH_TERMS_MS = 10 * 60_000
/** Reasons to refresh that come together (network, tab and socket) refresh once. */
export const REFRESH_TOGETHER_MS = 500
/** The first subscription of a page stands while the page still loads; what it missed can wait. */
export const REFRESH_AFTER_JOIN_MS = 2_000
/** A clock that jumps further than this between two ticks means that the device slept. */
export const SLEPT_MS = 20_000

export const REALTIME_HEARTBEAT_MS = 25_000
export const REALTIME_RECONNECT_MS = [1_000, 2_000, 5_000, 10_000]
/** The pauses before a refused subscription is asked for again. */
export const REALTIME_RETRY_MS = [5_000, 10_000, 20_000, 40_000, 60_000]

export const DATA_STALE_MS = 5 * 60_000
export const DATA_RETRIES = 3
export const PROFILE_STALE_MS = 5 * 60_000
export const PROFILE_RETRIES = 1

export const TOAST_MS = {
  default: 4_000,
  message: 5_000,
  order: 5_000,
  payment: 5_000,
  match: 7_000,
  completion: 7_000,
}
export const TOASTS_AT_ONCE = 5
/** The most toasts at once on a phone: more would cover what the person is reading. */
export const TOASTS_AT_ONCE_ON_PHONE = 2

export const UPLOAD_CACHE_SECONDS = '3600'

/** Names of what the browser keeps; index.html reads the first two before the first paint. */
export const STORAGE_KEYS = {
  colors: 'kolpact-colors',
  auth: 'kolpact-auth',
  locale: 'kolpact-locale',
  member: 'kolpact-member',
  signedOut: 'kolpact-signed-out',
  signingUp: 'kolpact-signing-up',
  resetting: 'kolpact-resetting',
  /** Where a newcomer wanted to go, kept while they are away reading the e-mail. */
  returnTo: 'kolpact-return-to',
  /** With a currency after it: the root of balances that was checked last. */
  root: 'kolpact-root-',
  /** The wallet on a public chain that was connected last, by its maker. */
  wallet: 'kolpact-wallet',
  /** The last change that replicas may not have yet. */
  change: 'kolpact-change',
}

/** No replica that answers is further behind than that. */
export const REPLICA_LAG_MS = 60_000
/** The most characters of arguments that stand in an address. */
export const ADDRESS_MAX = 4000

/** Digits of a code of an authenticator app. */
export const APP_CODE_DIGITS = 6
/** Digits of a code in an e-mail, and the least characters of a password: as in config.toml. */
export const MAIL_CODE_DIGITS = 8
export const PASSWORD_MIN = 10

export const CLIENT_NAME = 'kolpact-web'

/** Catalogues that come as a file each: all others, which members' pages share, come as one. */
export const WORDS_APART = [
  'auth',
  'campaigns',
  'chain',
  'common',
  'deadlines',
  'discover',
  'errors',
  'figures',
  'home',
  'landing',
  'legal',
  'notices',
  'onboarding',
  'ordering',
  'packs',
  'pages',
  'precedents',
  'refusals',
  'saved-searches',
  'security',
  'settings',
  'shortlist',
  'site',
  'staff',
  'suspension',
]
