import { i18n } from './i18n.ts'
import type { TextKey } from './use-translation.ts'

export type { TextKey }
export { isolated } from '../../../../supabase/notices/isolated.ts'

/** The text of a key, for code outside of components. Its namespace has to be loaded. */
export const textOf: (key: TextKey, values?: Readonly<Record<string, unknown>>) => string = (
  key,
  values,
) => i18n.t(key, { ...values })

/** An action and what it is about, such as "Remove: Thread": the accessible name of a button in each row of a list. */
export const actionWithName = (act: string, name: string) => `${act}: ${name}`

/** Encodes a translation key and its values as one string, for error messages in schemas. */
export function textKey(key: TextKey, values?: Record<string, string | number>): string {
  if (!values) return key
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)])
  return `${key}?${new URLSearchParams(texts)}`
}

/** The text of a key that is computed from data, or may not be loaded; otherwise `fallback`. */
export function textOr(key: string, fallback: string): string {
  return i18n.exists(key) ? i18n.t(key) : fallback
}
