import * as z from 'zod/mini'
import { parseMoney } from './money.ts'

interface Bounds {
  currency: string
  locale: string
  /** In the currency's smallest unit; none when there is no limit. */
  most?: number
  least?: number
  /** Whether nothing is an amount too. */
  zero?: boolean
  wrong: string
  /** Where too much has words of its own. */
  tooMuch?: string
}

/** An amount as it is typed; `parseMoney` reads it once more when it is sent. */
export function moneyText(bounds: Bounds) {
  const { currency, locale, most = Infinity, least = 0, zero, wrong, tooMuch } = bounds
  const read = (text: string) => parseMoney(text, currency, locale)
  const isAmount = (minor: number | null) => minor !== null && (zero ? minor >= 0 : minor > 0)
  return z.string().check(
    z.refine((text) => isAmount(read(text)), { error: wrong, abort: true }),
    z.refine((text) => (read(text) ?? 0) >= least, wrong),
    z.refine((text) => (read(text) ?? 0) <= most, tooMuch ?? wrong),
  )
}
