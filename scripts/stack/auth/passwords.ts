import type { Config } from '../config.ts'
import { AuthError, invalid } from './errors.ts'
import type { Context, Db } from './context.ts'

/** Length after which bcrypt ignores the rest of a password. */
const MOST_BYTES = 72
// Hash that matches no password, so that checking an unknown address takes as long as a known one.
const NOBODY = '$2a$10$abcdefghijklmnopqrstuuFqkY0Gq0W0J0tKqg8v5n1v8q9rYH1yG'

const required: Record<string, string[]> = {
  '': [],
  letters_digits: ['abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'],
  lower_upper_letters_digits: [
    'abcdefghijklmnopqrstuvwxyz',
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    '0123456789',
  ],
  lower_upper_letters_digits_symbols: [
    'abcdefghijklmnopqrstuvwxyz',
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    '0123456789',
    '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~',
  ],
}

export function assertStrong(password: string, config: Config['auth']): void {
  if (Buffer.byteLength(password) > MOST_BYTES) {
    throw invalid(`Password cannot be longer than ${MOST_BYTES} characters`)
  }
  const messages: string[] = []
  const reasons: string[] = []
  if (password.length < config.minimum_password_length) {
    reasons.push('length')
    messages.push(`Password should be at least ${config.minimum_password_length} characters.`)
  }
  const sets = required[config.password_requirements] ?? []
  if (!sets.every((set) => [...set].some((letter) => password.includes(letter)))) {
    reasons.push('characters')
    messages.push(`Password should contain at least one character of each: ${sets.join(', ')}.`)
  }
  if (reasons.length === 0) return
  throw new AuthError(422, 'weak_password', messages.join(' '), {
    details: { weak_password: { reasons } },
  })
}

export async function hashPassword(
  { pool, hashRounds }: Pick<Context, 'pool' | 'hashRounds'>,
  password: string,
): Promise<string> {
  const made = await pool.query<{ hash: string }>(
    `select extensions.crypt($1, extensions.gen_salt('bf', $2)) as hash`,
    [password, hashRounds],
  )
  return made.rows[0]?.hash ?? ''
}

/** Checks a password; takes the same time without a hash to compare with. */
export async function isPassword(
  db: Db,
  password: string,
  hash: string | null | undefined,
): Promise<boolean> {
  const compared = await db.query<{ same: boolean }>(
    'select extensions.crypt($1, $2) = $2 as same',
    [password, hash || NOBODY],
  )
  return Boolean(hash) && compared.rows[0]?.same === true
}
