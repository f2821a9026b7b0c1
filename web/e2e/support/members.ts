import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { sql } from './database.ts'
import { DEMO_PASSWORD, INVITE, STAFF_SECRET } from './person.ts'
import { presentCode } from '../../../scripts/tools/testing/authenticator.ts'
import { randomWord } from '../../../scripts/tools/testing/random-word.ts'
import {
  packOf,
  paymentOf,
  purchaseOf,
  type Order,
} from '../../../scripts/tools/testing/samples.ts'

// Creates members through the API, for tests that do not test joining.

export type Member = {
  id: string
  userId: string
  email: string
  name: string
  session: Session
  client: SupabaseClient
}

type Role = 'brand' | 'kol'
type Demo = 'brand' | 'creator' | 'staff'

const STORED_AS = 'kolpact-auth'

function connect(key: 'SUPABASE_PUBLISHABLE_KEY' | 'SUPABASE_SECRET_KEY'): SupabaseClient {
  return createClient(process.env['SUPABASE_URL'] ?? '', process.env[key] ?? '', {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
}

export const service = () => connect('SUPABASE_SECRET_KEY')

/** The data of the response; a refusal stops the test. */
export async function must<A extends { data: unknown; error: unknown }>(
  request: PromiseLike<A>,
): Promise<NonNullable<Extract<A, { error: null }>['data']>> {
  const { data, error } = await request
  if (error) throw new Error(`Refused: ${JSON.stringify(error)}`)
  return data as NonNullable<Extract<A, { error: null }>['data']>
}

/** Signs a member in once more, with the password alone. */
export async function session(email: string): Promise<Session> {
  const client = connect('SUPABASE_PUBLISHABLE_KEY')
  const { session } = await must(client.auth.signInWithPassword({ email, password: DEMO_PASSWORD }))
  return session
}

/**
 * Signs in with both factors. Each correct code ends those sessions of the account that have proved only the
 * password, so of two sign-ins at the same time one may have to start again.
 */
async function signInWithFactor(client: SupabaseClient, email: string, secret: string) {
  for (let tries = 0; tries < 5; tries += 1) {
    const { user } = await must(client.auth.signInWithPassword({ email, password: DEMO_PASSWORD }))
    const factorId = user.factors?.find(({ status }) => status === 'verified')?.id ?? ''
    const { error } = await client.auth.mfa.challengeAndVerify({
      factorId,
      code: presentCode(secret),
    })
    if (!error) return
  }
  throw new Error(`${email} could not sign in with a second factor.`)
}

export async function signInAs(email: string, secret?: string): Promise<Member> {
  const client = connect('SUPABASE_PUBLISHABLE_KEY')
  if (secret) await signInWithFactor(client, email, secret)
  else await must(client.auth.signInWithPassword({ email, password: DEMO_PASSWORD }))
  return memberOf(client, email)
}

async function memberOf(client: SupabaseClient, email: string): Promise<Member> {
  const { data } = await client.auth.getSession()
  if (!data.session) throw new Error(`${email} is not signed in.`)
  const { session } = data
  const { user } = session
  const { id, display_name: name } = await must(
    client.from('profiles').select('id, display_name').eq('user_id', user.id).single(),
  )
  return { id, userId: user.id, email, name, session, client }
}

const demoMembers = new Map<Demo, Promise<Member>>()

/** A demo account of the seed. It is signed in once and shared, so no test may sign it out. */
export function demo(who: Demo): Promise<Member> {
  const secret = who === 'staff' ? STAFF_SECRET : undefined
  const known = demoMembers.get(who) ?? signInAs(`${who}@kolpact.test`, secret)
  demoMembers.set(who, known)
  return known
}

/** Sets up a second factor for a member, whose session has then proved it. */
export async function enrolFactor(member: Member): Promise<{ secret: string; factorId: string }> {
  const { id, totp } = await must(
    member.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' }),
  )
  await must(
    member.client.auth.mfa.challengeAndVerify({ factorId: id, code: presentCode(totp.secret) }),
  )
  const { data } = await member.client.auth.getSession()
  if (data.session) member.session = data.session
  return { secret: totp.secret, factorId: id }
}

/** A second member of staff, besides the demo account. */
export async function newStaff(): Promise<Member> {
  const member = await newMember('brand')
  await sql('select private.appoint_staff($1)', [member.id])
  await enrolFactor(member)
  return member
}

/** A user whose e-mail is confirmed and whose onboarding has not begun. */
export async function newcomer(invite = INVITE): Promise<Member> {
  const email = `e2e-${randomUUID().slice(0, 13)}@kolpact.test`
  await must(
    service().auth.admin.createUser({
      email,
      password: DEMO_PASSWORD,
      email_confirm: true,
      user_metadata: { invite_code: invite },
    }),
  )
  return signInAs(email)
}

/** A member with a complete profile, approved by staff unless stated otherwise. */
export async function newMember(
  role: Role,
  {
    approved = true,
    invite,
    ...profile
  }: { approved?: boolean; invite?: string; [column: string]: unknown } = {},
): Promise<Member> {
  const member = await newcomer(invite)
  const name = `${role === 'brand' ? 'Brand' : 'Creator'} ${randomWord()}`
  // Matches no search and no campaign of the seed, so no other member is notified.
  const creator = {
    platforms: ['farcaster'],
    categories: ['memecoins'],
    follower_counts: { farcaster: 900 },
  }
  await must(
    member.client
      .from('profiles')
      .update({
        role,
        display_name: name,
        language: 'en',
        ...(role === 'kol' && creator),
        ...profile,
      })
      .eq('id', member.id)
      .select('id')
      .single(),
  )
  if (role === 'kol' && approved) await approve(member)
  return { ...member, name }
}

export async function approve(creator: Member) {
  const { error } = await (
    await demo('staff')
  ).client.rpc('approve_profile', { profile_id: creator.id })
  if (error) throw new Error(error.message)
}

/** An invite from staff that one member can use. */
export async function narrowInvite(): Promise<string> {
  const invite = await must((await demo('staff')).client.rpc('create_invite', { max_uses: 1 }))
  return (invite as { code: string }).code
}

export function newPack(
  creator: Member,
  title = 'One honest thread',
  more: object = {},
): Promise<{ id: string; title: string }> {
  const pack = packOf(creator.id, { title, ...more })
  return must(creator.client.from('packs').insert(pack).select('id, title').single())
}

export function placeOrder(brand: Member, packId: string): Promise<Order & { number: string }> {
  return must(brand.client.rpc('place_order', purchaseOf(packId))) as Promise<
    Order & { number: string }
  >
}

/** Records a payment in full, as the webhook of the payment provider does. */
export async function fund(order: Order) {
  await must(service().rpc('record_payment', paymentOf(order)))
}

/** Browser storage of a signed-in member who has been here before. */
export function signedIn({
  session,
}: Pick<Member, 'session'>): BrowserContextOptions['storageState'] {
  const origin = new URL(process.env['WEB_URL'] ?? '').origin
  const localStorage = [
    { name: STORED_AS, value: JSON.stringify(session) },
    { name: 'kolpact-inter', value: '1' },
  ]
  return { cookies: [], origins: [{ origin, localStorage }] }
}

export type VisitOptions = BrowserContextOptions & {
  /** True to load the code of the other pages while the browser is idle. */
  loadsAhead?: boolean
}

/**
 * Runs in a page before its own scripts. Turns off preloading of pages that the test does not open, and blurred
 * backgrounds, which take half of the processor time where there is no graphics card.
 */
function turnOffExtras({ loadsAhead }: { loadsAhead: boolean }) {
  if (!loadsAhead) Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { backdrop-filter: none !important }')
  document.adoptedStyleSheets.push(sheet)
}

/** Opens a page in a browser context of its own, with reduced motion; a member is signed in. */
export async function openAs(
  browser: Browser,
  member: Pick<Member, 'session'> | null,
  { loadsAhead = false, ...options }: VisitOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    ...options,
    ...(member && { storageState: signedIn(member) }),
  })
  await context.addInitScript(turnOffExtras, { loadsAhead })
  return context.newPage()
}

/** Navigates to a path as a link does, without a reload. */
export async function follow(page: Page, path: string) {
  await page.evaluate((to) => history.pushState(null, '', to), path)
}

/** A new brand and a new approved creator. */
export const newPair = () => Promise.all([newMember('brand'), newMember('kol')])

/** Writes messages from one member to another, without a screen; returns their conversation. */
export async function write(from: Member, to: Member, ...contents: string[]): Promise<string> {
  const conversation_id = (await must(
    from.client.rpc('get_or_create_conversation', { other_profile_id: to.id }),
  )) as string
  const sides = { conversation_id, sender_id: from.id, receiver_id: to.id }
  const { error } = await from.client
    .from('messages')
    .insert(contents.map((content) => ({ id: randomUUID(), ...sides, content })))
  if (error) throw new Error(error.message)
  return conversation_id
}
