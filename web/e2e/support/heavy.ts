/** True in `npm run test:heavy`. */
export const IS_HEAVY = Boolean(process.env['KOLPACT_HEAVY'])

/** Tag of tests that check one rule wherever it applies; they run only in `npm run test:heavy`. */
export const MATRIX = '@matrix'

/** True in `npm test -- details`. */
export const IS_DETAILS = Boolean(process.env['KOLPACT_DETAILS'])

/** Tag in the title of a test about a detail of one screen; `npm test -- details` runs them, also for each push. */
export const DETAIL = '@detail'
