import { useTranslation as useTranslationOf } from 'react-i18next'
import type { Words } from '../words.generated.d.ts'
import type { i18n } from './i18n.ts'

/** A file of words: `auth` for auth.json. */
export type Namespace = keyof Words

/** The keys of one file: `login.title`; one key for the forms of a plural. */
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

/** Every key of every file of words, with its namespace: `auth:login.title`. */
export type TextKey = Qualified[Namespace]

/** The first file's keys alone, and those of the others with their names. */
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

/** Gives the text of a key in the language of the page. */
export interface Translate<Names = 'common'> {
  /** The list or object at a key of the first file. */
  <Key extends KeyOf<Names>>(
    key: Key,
    options: Values & { returnObjects: true },
  ): At<Words[First<Names>], Key>
  (key: KeyOf<Names>, values?: Values): string
}

/**
 * The hook of react-i18next with the keys of our words. The types that i18next derives from the same files
 * take half of the time of a type check.
 */
export const useTranslation = useTranslationOf as unknown as <
  const Names extends Namespace | readonly [Namespace, ...Namespace[]] = 'common',
>(
  names?: Names,
) => { t: Translate<Names>; i18n: typeof i18n }
