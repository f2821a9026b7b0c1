import { CONNECTIVITY_TIMEOUT_MS } from '@/lib/constants.ts'
import { env } from '@/lib/env.ts'
import defaults from './terms.generated.json'

/** The market's terms: fees (percent), holding periods (days), deadlines (hours) and limits, with the names of the database. */
export type Terms = typeof defaults

/** Terms of a new market; the prerendered pages are built with them. */
export const DEFAULT_TERMS: Readonly<Terms> = defaults

/** Loads the present terms without a client library; rejects if the server does not respond. */
export async function fetchTerms(): Promise<Terms> {
  const response = await fetch(`${env.supabaseUrl}/rest/v1/market_terms?select=key,value`, {
    headers: { apikey: env.supabaseKey },
    signal: AbortSignal.timeout(CONNECTIVITY_TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`terms: ${response.status}`)
  const rows = (await response.json()) as { key: string; value: number }[]
  const known = rows.filter(({ key, value }) => key in defaults && Number.isFinite(value))
  return { ...defaults, ...Object.fromEntries(known.map(({ key, value }) => [key, value])) }
}

export const areSameTerms = (left: Readonly<Terms>, right: Readonly<Terms>): boolean =>
  Object.entries(left).every(([key, value]) => right[key as keyof Terms] === value)
