import type { SupabaseClient } from '@supabase/supabase-js'
import { anonymous, newMember, service, withSecondFactor, type Member } from '../api/harness.ts'
import { run } from './database.ts'

/** The people of the suite. Everything in it happens between them. */
export type Person = 'brand' | 'creator' | 'rivalBrand' | 'rivalCreator' | 'newcomer' | 'staff'
export type Cast = Record<Person, Member>

/** The columns of the matrix: who they are to one row, or to one call. */
export const actors = ['own', 'other', 'stranger', 'staff', 'signedOut', 'service'] as const
export type Actor = (typeof actors)[number]

/** Whose row it is, and who stands on its other side. */
export type Sides = { whose: Person; against?: Person }

const counterparts: Record<Person, Person> = {
  brand: 'creator',
  creator: 'brand',
  rivalBrand: 'creator',
  rivalCreator: 'brand',
  newcomer: 'brand',
  staff: 'brand',
}
// Of the same role, so that nothing but the row itself stands between the two.
const strangers: Record<Person, Person> = {
  brand: 'rivalBrand',
  creator: 'rivalCreator',
  rivalBrand: 'brand',
  rivalCreator: 'creator',
  newcomer: 'rivalCreator',
  staff: 'rivalBrand',
}

export function personOf(actor: Actor, { whose, against }: Sides): Person | undefined {
  if (actor === 'own') return whose
  if (actor === 'other') return against ?? counterparts[whose]
  if (actor === 'stranger') return strangers[whose]
  return actor === 'staff' ? 'staff' : undefined
}

export function clientOf(cast: Cast, actor: Actor, sides: Sides): SupabaseClient {
  const person = personOf(actor, sides)
  if (person) return cast[person].client
  return actor === 'service' ? service() : anonymous()
}

/** The creator came by the brand's own code; the newcomer still waits for the approval. */
export async function gather(): Promise<Cast> {
  const [brand, rivalBrand, rivalCreator, newcomer, staff] = await Promise.all([
    newMember('brand'),
    newMember('brand'),
    newMember('kol'),
    newMember('kol', { approved: false }),
    newMember('brand'),
  ])
  await run('select private.appoint_staff($1)', [staff.id])
  const [found] = await run('select referral_code from public.profiles where id = $1', [brand.id])
  const creator = await newMember('kol', { invite: String(found?.['referral_code']) })
  const [proven, paidOut] = await Promise.all([withSecondFactor(staff), withSecondFactor(creator)])
  return { brand, creator: paidOut, rivalBrand, rivalCreator, newcomer, staff: proven }
}
