/** Technical constants of the client. Numbers of the business are settings in the database. */

export const REQUEST_TIMEOUT_MS = 10_000
/** Timeout of an upload, which may be a file of 25 MiB on a slow connection. */
export const UPLOAD_TIMEOUT_MS = 120_000
/** Size of an upload's parts, in which Storage requires larger files. */
export const UPLOAD_PART_BYTES = 6 * 1024 * 1024
/** Waits before an interrupted upload continues; after each part that arrives they start again with the first. */
export const PART_RETRY_WAITS_MS = [1_000, 2_000, 5_000, 10_000]
export const REQUEST_RETRY_WAITS_MS = [1_000, 2_000]
/** Waits between retries while the database moves to another server, for up to 25 seconds (`docs/scaling.md`). */
export const MOVE_RETRY_WAITS_MS = [1_000, 2_000, 3_000, 4_000, 5_000, 5_000, 5_000]
/** The longest time until a failure is shown, including the retries of every layer. */
export const REQUEST_BUDGET_MS = 30_000
export const RETRIED_STATUSES = new Set([408, 425, 429])
export const CONNECTIVITY_TIMEOUT_MS = 5_000
/** First pause before another attempt to renew a token. It doubles up to the next value, or up to the one after it if Auth limits requests. */
export const RENEWAL_WAIT_MS = 200
export const RENEWAL_WAIT_MOST_MS = 3_200
export const RENEWAL_WAIT_LIMITED_MS = 25_600
/** Time after which another request for a token is sent in parallel to one without a response. */
export const RENEWAL_BESIDE_MS = 4_000
/** Least time between two checks, when a tab is shown again, whether its session still exists. */
export const SESSION_AGAIN_MS = 60_000
/** How long a request waits for the member's stored session, and the interval at which it looks; afterwards the session counts as lost. */
export const STORED_WITHIN_MS = 1_000
export const STORED_ASKED_EVERY_MS = 50
/** Interval at which the client checks whether the backend can be reached again. */
export const CONNECTIVITY_RETRY_MS = 5_000

/** Loading times after which a screen says that it is slow, and after which it says why. */
export const SLOW_AFTER_MS = 4_000
export const STUCK_AFTER_MS = 10_000

/**
 * Live changes may be lost, so the visible data are loaded again at this interval, plus or minus a fifth, so that
 * not all members ask at once.
 */
export const REFRESH_EVERY_MS = 60_000
export const REFRESH_SPREAD = 0.2
/** Age at which the market's terms are loaded again when a tab is shown; fees and time limits change rarely. */
export const REFRESH_TERMS_MS = 10 * 60_000
/** Several reasons to refresh within this time (network, tab, socket) cause one refresh. */
export const REFRESH_TOGETHER_MS = 500
/** Delay of the refresh after the first join, which happens while the page is still loading. */
export const REFRESH_AFTER_JOIN_MS = 2_000
/** A longer gap between two ticks of the timer means that the device was asleep. */
export const SLEPT_MS = 20_000

export const REALTIME_HEARTBEAT_MS = 25_000
export const REALTIME_RECONNECT_MS = [1_000, 2_000, 5_000, 10_000]
/** Pauses before a refused subscription is tried again. */
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
/** The most toasts at once on a phone; more would cover the page. */
export const TOASTS_AT_ONCE_ON_PHONE = 2

export const UPLOAD_CACHE_SECONDS = '3600'

/** Names of stored items; index.html reads the first two before the first paint. */
export const STORAGE_KEYS = {
  colors: 'kolpact-colors',
  auth: 'kolpact-auth',
  locale: 'kolpact-locale',
  /** Set once the browser has loaded the font Inter. */
  inter: 'kolpact-inter',
  member: 'kolpact-member',
  signedOut: 'kolpact-signed-out',
  signingUp: 'kolpact-signing-up',
  resetting: 'kolpact-resetting',
  /** The page that a visitor wanted to open, kept until the sign-up is confirmed by e-mail. */
  returnTo: 'kolpact-return-to',
  /** The root of the balances that was checked last; a currency is appended to the name. */
  root: 'kolpact-root-',
  /** The reverse domain name (EIP-6963) of the wallet that was connected last. */
  wallet: 'kolpact-wallet',
  /** The last change that replicas may not have received yet. */
  change: 'kolpact-change',
}

/** The largest lag of a replica that still answers reads. */
export const REPLICA_LAG_MS = 60_000
/** The most characters of arguments in a URL. */
export const ADDRESS_MAX = 4000

/** Number of digits in the code of an authenticator app. */
export const APP_CODE_DIGITS = 6
/** Number of digits in a mailed code, and the minimum length of a password, as in config.toml. */
export const MAIL_CODE_DIGITS = 8
export const PASSWORD_MIN = 10

export const CLIENT_NAME = 'kolpact-web'

/** Translation files of orders, built into one file, which pages without an order load after their first screen. */
export const WORDS_OF_ORDERS = ['brief', 'checkout', 'offers', 'order-states', 'orders', 'payments']

/** Translation files that are loaded one by one; all others, which members' pages share, are built into one file. */
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
