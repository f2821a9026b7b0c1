/** `npm run test:heavy` sets it. */
export const IS_HEAVY = Boolean(process.env['KOLPACT_HEAVY'])

/** The tag of tests that show one rule at every place that has it: run by `npm run test:heavy`. */
export const MATRIX = '@matrix'

/** Set by `npm test -- details`. */
export const IS_DETAILS = Boolean(process.env['KOLPACT_DETAILS'])

/** In the title of a journey that shows a detail of one screen: run by `npm test -- details`, as for each push. */
export const DETAIL = '@detail'
