/** The client's numbers. Those of the business are rows of the database. */

export const REQUEST_TIMEOUT_MS = 10_000
/** A file of 25 MiB on a slow line needs longer than a question to the database. */
export const UPLOAD_TIMEOUT_MS = 120_000
export const REQUEST_RETRY_WAITS_MS = [1_000, 2_000]
export const RETRIED_STATUSES = new Set([408, 425, 429])
export const CONNECTIVITY_TIMEOUT_MS = 5_000
/** How long to wait before asking again whether the backend can be reached. */
export const CONNECTIVITY_AGAIN_MS = 10_000

export const REALTIME_HEARTBEAT_MS = 25_000
export const REALTIME_RECONNECT_MS = [1_000, 2_000, 5_000, 10_000]
export const REALTIME_RETRY_MS = 5_000

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

export const UPLOAD_CACHE_SECONDS = '3600'

/** Names of what the browser keeps; index.html reads the first two before the first paint. */
export const STORAGE_KEYS = {
  colors: 'kolpact-colors',
  auth: 'kolpact-auth',
  locale: 'kolpact-locale',
  signedOut: 'kolpact-signed-out',
  signingUp: 'kolpact-signing-up',
}

/** Digits of a code of an authenticator app, and of a code in an e-mail. */
export const APP_CODE_DIGITS = 6
export const MAIL_CODE_DIGITS = 8

export const CLIENT_NAME = 'kolpact-web'
