import { beforeAll, describe, expect, test } from 'vitest'
import common from '@/locales/en/common.json'
import words from '@/locales/en/errors.json'
import catalogue from '../../../../supabase/errors.json'
import {
  AppError,
  authReason,
  formMessage,
  isSessionLost,
  offlineError,
  readError,
  readFunctionError,
  StatedError,
  toUserMessage,
  tokenOf,
  weakPassword,
} from './errors.ts'
import { i18n } from '../i18n/i18n.ts'

const meanings = Object.fromEntries(
  Object.entries(catalogue).map(([token, { meaning }]) => [token, meaning]),
)

beforeAll(() =>
  i18n.init({
    lng: 'en',
    defaultNS: 'common',
    resources: { en: { common, errors: words, refusals: meanings } },
  }),
)

const auth = (code: string | undefined, message: string, status = 400, name = 'AuthApiError') => ({
  name,
  code,
  message,
  status,
})

describe('each failure has its words', () => {
  test.each([
    [
      'network',
      new TypeError('Failed to fetch'),
      'Network connection issue. Please check your internet connection and try again.',
      true,
    ],
    [
      'network inside a data error',
      { message: 'TypeError: Failed to fetch', code: '' },
      'Network connection issue. Please check your internet connection and try again.',
      true,
    ],
    ['time-out', new Error('timeout: no answer'), 'Request timed out. Please try again.', true],
    ['no row', { message: 'JSON object requested', code: 'PGRST116' }, 'No data found.', false],
    ...['PGRST002', '57P01', '53300', '08006'].map((code): [string, unknown, string, boolean] => [
      `a database that is away (${code})`,
      { message: 'terminating connection', code },
      'Kolpact cannot be reached at the moment. Please try again in a moment.',
      true,
    ]),
    [
      'the text of a server',
      { message: 'The moon is full', code: 'X' },
      'An unexpected error occurred.',
      false,
    ],
    [
      'an address that holds no uuid',
      { message: 'invalid input syntax for type uuid: "x"', code: '22P02' },
      'There is nothing at this address.',
      false,
    ],
    [
      'what the client states',
      new StatedError('conversation_not_found'),
      'Conversation not found',
      false,
    ],
    [
      'a token that the Data API refuses',
      { message: 'JWT expired', code: 'PGRST303' },
      'Session expired. Please sign in again.',
      false,
    ],
    [
      'an answer from in front of the backend',
      { message: 'unavailable', code: 'unavailable' },
      'Kolpact cannot be reached at the moment. Please try again in a moment.',
      true,
    ],
    [
      'an act without a connection',
      offlineError(),
      'You are offline, and this needs a connection. Nothing was sent; what you wrote stays here.',
      false,
    ],
    ['nothing at all', {}, 'An unexpected error occurred.', false],
    ['no object', null, 'An unexpected error occurred.', false],
    [
      'e-mail rate limit',
      auth('over_email_send_rate_limit', 'x', 429),
      'Too many sign-up attempts. Please wait a moment and try again.',
      false,
    ],
    [
      'wrong password',
      auth('invalid_credentials', 'Invalid login credentials'),
      'Authentication error. Please try again.',
      false,
    ],
    [
      'any other auth error',
      auth(undefined, 'Strange'),
      'Authentication error. Please try again.',
      false,
    ],
    [
      'lost refresh token',
      auth('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
      'Session expired. Please sign in again.',
      false,
    ],
    [
      'lost session',
      auth('session_not_found', 'Session from session_id claim in JWT does not exist'),
      'Session expired. Please sign in again.',
      false,
    ],
  ])('%s', (_name, error, text, canRetry) => {
    expect(toUserMessage(error)).toBe(text)
    expect(readError(error).canRetry).toBe(canRetry)
  })

  test.each([502, 503, 504])('an auth answer of %i may be asked again', (status) => {
    expect(
      readError(auth(undefined, 'Bad gateway', status, 'AuthRetryableFetchError')).canRetry,
    ).toBe(true)
  })

  test('an auth answer of 400 may not', () => {
    expect(readError(auth(undefined, 'Bad request')).canRetry).toBe(false)
  })
})

describe('refusals of the database', () => {
  test('a raised token has a text', () => {
    const error = { message: 'order_not_delivered', code: 'PT409' }
    expect(tokenOf(error)).toBe('order_not_delivered')
    expect(toUserMessage(error)).toBe('This order has not been delivered.')
  })

  test('a broken constraint has a text by its name', () => {
    const error = {
      code: '23514',
      message: 'new row for relation "packs" violates check constraint "packs_price_positive"',
    }
    expect(toUserMessage(error)).toBe('The price must be more than zero.')
  })

  test('row-level security is "not allowed"', () => {
    expect(
      tokenOf({
        code: '42501',
        message: 'new row violates row-level security policy for table "packs"',
      }),
    ).toBe('not_allowed')
  })

  test('the hook before sign-up answers with a token', () => {
    expect(toUserMessage(auth(undefined, 'invite_invalid', 422))).toBe(
      'This invite code is wrong, used up or expired.',
    )
  })

  test('a token without a text is not shown', () => {
    expect(toUserMessage({ message: 'brand_new_token', code: 'PT409' })).toBe(
      'An unexpected error occurred.',
    )
  })

  test('an edge function answers with a token in its body', async () => {
    const context = new Response(JSON.stringify({ error: 'order_not_payable' }), { status: 409 })
    const error = await readFunctionError({
      name: 'FunctionsHttpError',
      message: 'non-2xx',
      context,
    })
    expect(error).toBeInstanceOf(AppError)
    expect(toUserMessage(error)).toBe('This order is not waiting for a payment.')
  })

  test('every token of the catalogue has words that are no token', () => {
    for (const token of Object.keys(catalogue)) {
      const text = toUserMessage({ message: token, code: 'PT400' })
      expect(text, token).toMatch(/[a-z] [a-z]/i)
      expect(text, token).not.toBe(words.unexpected)
    }
  })
})

test('a weak password is refused with its reasons', () => {
  const error = {
    name: 'AuthWeakPasswordError',
    code: 'weak_password',
    message: 'weak',
    reasons: ['length', 'characters'],
  }
  expect(weakPassword(error).reasons).toHaveLength(2)
  expect(toUserMessage(error)).toBe(
    `${words.weak_password} ${words.weak_password_length} ${words.weak_password_characters}`,
  )
})

test('beside the form stands what exactly was wrong', () => {
  expect(authReason(auth('invalid_credentials', 'x'))).toBe(words.invalid_credentials)
  expect(authReason(auth(undefined, 'x'))).toBeNull()
})

test('a form shows the exact reason, or the general message of the failure', () => {
  expect(formMessage(auth('mfa_verification_failed', 'Invalid TOTP code entered', 422))).toBe(
    words.mfa_code_wrong,
  )
  expect(formMessage(auth('captcha_failed', 'x'))).toBe(words.captcha_failed)
  expect(formMessage(auth('current_password_mismatch', 'x'))).toBe(words.current_password_wrong)
  expect(formMessage(auth(undefined, 'Strange'))).toBe(words.auth)
  expect(formMessage({ message: 'order_not_delivered', code: 'PT409' })).toBe(
    'This order has not been delivered.',
  )
  expect(formMessage(null)).toBeNull()
})

test('a missing row is no lost session', () => {
  for (const code of ['session_not_found', 'user_not_found', 'no_authorization'])
    expect(isSessionLost({ name: 'AuthApiError', message: '', code }), code).toBe(true)
  // A token that another one replaces, and an account that did not get in.
  for (const code of ['bad_jwt', 'user_banned'])
    expect(isSessionLost({ name: 'AuthApiError', message: '', code }), code).toBe(false)
  expect(isSessionLost({ message: 'No data', code: 'PGRST116' })).toBe(false)
  expect(isSessionLost({ name: 'AuthSessionMissingError', message: 'Auth session missing!' })).toBe(
    true,
  )
})
