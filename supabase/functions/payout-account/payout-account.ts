import { Refusal } from '../_shared/errors.ts'
import { isAccountCountry } from '../_shared/payouts/countries.ts'

/** `open` leads to the provider's pages, `look` asks for the present state. */
export type Wanted = { act: 'look' } | { act: 'open'; country: string }

export function readWanted(body: Record<string, unknown>): Wanted {
  if (body.act === 'look') return { act: 'look' }
  if (body.act !== 'open') throw new Refusal(422, 'invalid_body')
  if (!isAccountCountry(body.country)) throw new Refusal(422, 'payout_country_unsupported')
  return { act: 'open', country: body.country }
}
