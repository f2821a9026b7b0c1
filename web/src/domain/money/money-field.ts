import * as z from 'zod/mini'
import { parseMoney } from './money.ts'

interface Bounds {
  currency: string
  locale: string
  /** Upper limit in the currency's smallest unit; no limit if it is missing. */
  most?: number
  least?: number
  /** True if zero is allowed. */
  zero?: boolean
  /** True if the field may stay empty. */
  optional?: boolean
  wrong: string
  /** Message for an amount above the limit, if it differs from `wrong`. */
  tooMuch?: string
}

/** Schema of a typed amount; the form parses the text again with `parseMoney` when it is sent. */
export function moneySchema(bounds: Bounds) {
  const {
    currency,
    locale,
    most = Infinity,
    least = 0,
    zero,
    optional = false,
    wrong,
    tooMuch,
  } = bounds
  const read = (text: string) => parseMoney(text, currency, locale)
  const isAmount = (minor: number | null) => minor !== null && (zero ? minor >= 0 : minor > 0)
  const isLeftOut = (text: string) => optional && text.trim() === ''
  return z.string().check(
    z.refine((text) => isLeftOut(text) || isAmount(read(text)), { error: wrong, abort: true }),
    z.refine((text) => isLeftOut(text) || (read(text) ?? 0) >= least, wrong),
    z.refine((text) => (read(text) ?? 0) <= most, tooMuch ?? wrong),
  )
}
