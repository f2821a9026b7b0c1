import type { Db } from './context.ts'
import { invalid } from './errors.ts'

/** The columns of auth.users that the routes read. */
export type User = {
  id: string
  aud: string
  role: string
  email: string | null
  phone: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  phone_confirmed_at: Date | null
  confirmed_at: Date | null
  invited_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  email_change: string | null
  email_change_sent_at: Date | null
  email_change_token_current: string | null
  email_change_token_new: string | null
  email_change_confirm_status: number
  reauthentication_token: string | null
  reauthentication_sent_at: Date | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Record<string, unknown> | null
  raw_user_meta_data: Record<string, unknown> | null
  banned_until: Date | null
  deleted_at: Date | null
  is_anonymous: boolean
  created_at: Date | null
  updated_at: Date | null
}

export type Factor = {
  id: string
  user_id: string
  friendly_name: string | null
  factor_type: string
  status: 'unverified' | 'verified'
  secret: string | null
  phone: string | null
  last_challenged_at: Date | null
  created_at: Date
  updated_at: Date
}

export async function userById(db: Db, id: string): Promise<User | undefined> {
  return (await db.query<User>('select * from auth.users where id = $1', [id])).rows[0]
}

export async function userByEmail(db: Db, email: string): Promise<User | undefined> {
  const found = await db.query<User>(
    'select * from auth.users where email = lower($1) and not is_sso_user',
    [email],
  )
  return found.rows[0]
}

export const isBanned = ({ banned_until: until }: User) => until !== null && until > new Date()

/** Converts an address to the form in which it is stored. */
export function normalEmail(email: string): string {
  if (!email) throw invalid('An email address is required')
  if (email.length > 255) throw invalid('An email address is too long')
  if (!/^[^\s@"<>,;:\\()[\]]+@[^\s@.]+(\.[^\s@.]+)*\.?$/.test(email)) {
    throw invalid('Unable to validate email address: invalid format')
  }
  return email.toLowerCase()
}

export async function factorsOf(db: Db, userId: string): Promise<Factor[]> {
  const found = await db.query<Factor>(
    'select * from auth.mfa_factors where user_id = $1 order by created_at',
    [userId],
  )
  return found.rows
}

export function shownFactor(factor: Factor) {
  const { id, created_at, updated_at, status, friendly_name, factor_type, last_challenged_at } =
    factor
  return {
    id,
    created_at,
    updated_at,
    status,
    ...(friendly_name && { friendly_name }),
    factor_type,
    phone: factor.phone ?? '',
    last_challenged_at,
  }
}

/** The user in GoTrue's format, for the user and for administrators. */
export async function shownUser(db: Db, user: User) {
  const [factors, identities] = await Promise.all([
    factorsOf(db, user.id),
    db.query<Identity>('select * from auth.identities where user_id = $1 order by created_at', [
      user.id,
    ]),
  ])
  return {
    ...withoutRelations(user),
    ...(factors.length > 0 && { factors: factors.map(shownFactor) }),
    identities: identities.rows.map(shownIdentity),
  }
}

type Identity = {
  id: string
  provider_id: string
  user_id: string
  identity_data: Record<string, unknown>
  provider: string
  last_sign_in_at: Date | null
  created_at: Date
  updated_at: Date
  email: string | null
}

export function shownIdentity({ id, provider_id, ...identity }: Identity) {
  return { identity_id: id, id: provider_id, ...identity }
}

export function withoutRelations(user: Partial<User>) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    ...present('email_confirmed_at', user.email_confirmed_at),
    ...present('invited_at', user.invited_at),
    phone: user.phone ?? '',
    ...present('confirmation_sent_at', user.confirmation_sent_at),
    ...present('confirmed_at', user.confirmed_at),
    ...present('recovery_sent_at', user.recovery_sent_at),
    ...(user.email_change && { new_email: user.email_change }),
    ...present('email_change_sent_at', user.email_change_sent_at),
    ...present('reauthentication_sent_at', user.reauthentication_sent_at),
    ...present('last_sign_in_at', user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    created_at: user.created_at,
    updated_at: user.updated_at,
    ...present('banned_until', user.banned_until),
    is_anonymous: user.is_anonymous ?? false,
  }
}

const present = (name: string, at: Date | null | undefined) => (at ? { [name]: at } : {})
