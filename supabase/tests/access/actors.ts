import type { SupabaseClient } from '@supabase/supabase-js'
import { anonymous, newMember, service, withSecondFactor, type Member } from '../api/harness.ts'
import { run } from './database.ts'

/** The users of the suite. */
export type Person = 'brand' | 'creator' | 'rivalBrand' | 'rivalCreator' | 'newcomer' | 'staff'
export type Users = Record<Person, Member>

/** The columns of the access matrix: the relation of an actor to a row or a call. */
export const actors = ['own', 'other', 'stranger', 'staff', 'signedOut', 'service'] as const
export type Actor = (typeof actors)[number]

/** The owner of the row, and its counterpart. */
export type Sides = { whose: Person; against?: Person }

const counterparts: Record<Person, Person> = {
  brand: 'creator',
  creator: 'brand',
  rivalBrand: 'creator',
  rivalCreator: 'brand',
  newcomer: 'brand',
  staff: 'brand',
}
// A stranger has the same role as the owner of the row, so that only the ownership differs.
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

export function clientOf(users: Users, actor: Actor, sides: Sides): SupabaseClient {
  const person = personOf(actor, sides)
  if (person) return users[person].client
  return actor === 'service' ? service() : anonymous()
}

/** The creator was invited by the brand; the newcomer still waits for the approval. */
export async function signInActors(): Promise<Users> {
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
  // Without this, an order of the creator would pay a referral reward to the brand, which invited the creator.
  await run(`update public.referrals set status = 'ineligible' where invitee_id = $1`, [creator.id])
  // Everybody except the rivals has a second factor.
  return {
    brand: await withSecondFactor(brand),
    creator: await withSecondFactor(creator),
    newcomer: await withSecondFactor(newcomer),
    staff: await withSecondFactor(staff),
    rivalBrand,
    rivalCreator,
  }
}
