import { i18n } from './i18n.ts'
import type { TextKey } from './use-translation.ts'

export type { TextKey }
export { isolated } from '../../../../supabase/notices/isolated.ts'

/** The text of a key outside of a component. Its file of words is loaded. */
export const textOf: (key: TextKey, values?: Readonly<Record<string, unknown>>) => string = (
  key,
  values,
) => i18n.t(key, { ...values })

/** The name of an act that stands in a list many times: what the button says, and what it acts upon. */
export const actUpon = (act: string, name: string) => `${act}: ${name}`

/** Encodes a translation key and its values as one string, for the messages of schemas. */
export function textKey(key: TextKey, values?: Record<string, string | number>): string {
  if (!values) return key
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)])
  return `${key}?${new URLSearchParams(texts)}`
}

/** The text of a key that is part of the data, or whose words may not be loaded; else `fallback`. */
export function textOr(key: string, fallback: string): string {
  return i18n.exists(key) ? i18n.t(key) : fallback
}
