import { useTranslation as useTranslationOf } from 'react-i18next'
import type { Words } from '../words.generated.d.ts'
import type { i18n } from './i18n.ts'

/** Name of a translation file: `auth` for auth.json. */
export type Namespace = keyof Words

/** The keys of one file, for example `login.title`; all forms of a plural share one key. */
type KeysOf<T> = {
  [K in keyof T & string]: T[K] extends string
    ? K extends `${infer Singular}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}`
      ? K | Singular
      : K
    : T[K] extends readonly unknown[]
      ? K
      : K | `${K}.${KeysOf<T[K]>}`
}[keyof T & string]
type Keys = { [Name in Namespace]: KeysOf<Words[Name]> }
type Qualified = { [Name in Namespace]: `${Name}:${Keys[Name]}` }

/** Any key of any file, with its namespace: `auth:login.title`. */
export type TextKey = Qualified[Namespace]

/** Keys of the first file without its namespace, and keys of all given files with theirs. */
type KeyOf<Names> =
  | Keys[First<Names>]
  | Qualified[Namespace & (Names extends readonly unknown[] ? Names[number] : Names)]

type First<Names> = Names extends readonly [infer Name extends Namespace, ...unknown[]]
  ? Name
  : Names & Namespace
type At<T, Key> = Key extends keyof T
  ? T[Key]
  : Key extends `${infer Head extends keyof T & string}.${infer Rest}`
    ? At<T[Head], Rest>
    : never

type Values = Readonly<Record<string, unknown>>

/** Returns the text of a key in the language of the page. */
export interface Translate<Names = 'common'> {
  /** Returns the list or object at a key of the first file. */
  <Key extends KeyOf<Names>>(
    key: Key,
    options: Values & { returnObjects: true },
  ): At<Words[First<Names>], Key>
  (key: KeyOf<Names>, values?: Values): string
}

/**
 * The hook of react-i18next, typed with our keys. The types that i18next derives from the same files would take
 * half of the time of a type check.
 */
export const useTranslation = useTranslationOf as unknown as <
  const Names extends Namespace | readonly [Namespace, ...Namespace[]] = 'common',
>(
  names?: Names,
) => { t: Translate<Names>; i18n: typeof i18n }
