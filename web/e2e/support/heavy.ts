/** `npm run test:heavy` sets it. */
export const IS_HEAVY = Boolean(process.env['KOLPACT_HEAVY'])

/** The tag of tests that show one rule at every place that has it: run by `npm run test:heavy`. */
export const MATRIX = '@matrix'
