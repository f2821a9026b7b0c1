import { beforeAll, describe, expect, test } from 'vitest'
import common from '@/locales/en/common.json'
import words from '@/locales/en/errors.json'
import catalogue from '../../../../supabase/errors.json'
import {
  AppError,
  authReason,
  formMessage,
  isSessionLost,
  messageId,
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

const fault = (message: string, code: string) => ({ message, code })
const auth = (code: string | undefined, message: string, status = 400, name = 'AuthApiError') => ({
  name,
  code,
  message,
  status,
})

describe('the message for an error', () => {
  test.each<[what: string, error: unknown, word: keyof typeof words, canRetry?: boolean]>([
    ['a network error', new TypeError('Failed to fetch'), 'network', true],
    [
      'a network error inside a data error',
      fault('TypeError: Failed to fetch', ''),
      'network',
      true,
    ],
    ['a time-out', new Error('timeout: no answer'), 'timeout', true],
    ['a missing row', fault('JSON object requested', 'PGRST116'), 'no_data'],
    ['a database without a schema', fault('retrying', 'PGRST002'), 'unavailable', true],
    ['a database that stops', fault('terminating connection', '57P01'), 'unavailable', true],
    ['a database with too many connections', fault('too many', '53300'), 'unavailable', true],
    ['a server that has become a replica', fault('read-only', '25006'), 'unavailable', true],
    ['a connection that breaks', fault('connection failure', '08006'), 'unavailable', true],
    ['an unknown text of a server', fault('The moon is full', 'X'), 'unexpected'],
    ['an address without a valid id', fault('invalid input syntax: "x"', '22P02'), 'not_found'],
    ['an error of the client', new StatedError('conversation_not_found'), 'conversation_not_found'],
    ['a token that the Data API refuses', fault('JWT expired', 'PGRST303'), 'session_expired'],
    ['an answer of a proxy', fault('unavailable', 'unavailable'), 'unavailable', true],
    ['an action without a connection', offlineError(), 'needs_connection'],
    ['an error of the browser', new DOMException('no', 'DataCloneError'), 'unexpected'],
    ['an empty object', {}, 'unexpected'],
    ['null', null, 'unexpected'],
    ['a wrong password', auth('invalid_credentials', 'Invalid login credentials'), 'auth'],
    ['any other auth error', auth(undefined, 'Strange'), 'auth'],
    ['a lost refresh token', auth('refresh_token_not_found', 'Not Found'), 'session_expired'],
    ['a lost session', auth('session_not_found', 'Session does not exist'), 'session_expired'],
    [
      'the rate limit of e-mails',
      auth('over_email_send_rate_limit', 'x', 429),
      'over_email_send_rate_limit',
    ],
  ])(
    '%s has the expected message, and says whether a retry can help',
    (_name, error, word, canRetry = false) => {
      expect(toUserMessage(error)).toBe(words[word])
      expect(readError(error).canRetry).toBe(canRetry)
    },
  )

  test.each([502, 503, 504])(
    'a request to Auth that is refused with %i may be retried',
    (status) => {
      const error = auth(undefined, 'Bad gateway', status, 'AuthRetryableFetchError')
      expect(readError(error).canRetry).toBe(true)
    },
  )

  test('a request to Auth that is refused with 400 must not be retried', () => {
    expect(readError(auth(undefined, 'Bad request')).canRetry).toBe(false)
  })
})

describe('refusals of the backend', () => {
  test('a token that the database raises is shown as its text', () => {
    const error = { message: 'order_not_delivered', code: 'PT409' }
    expect(tokenOf(error)).toBe('order_not_delivered')
    expect(toUserMessage(error)).toBe('This order has not been delivered.')
  })

  test('a violated constraint is shown as its text', () => {
    const error = {
      code: '23514',
      message: 'new row for relation "packs" violates check constraint "packs_price_positive"',
    }
    expect(toUserMessage(error)).toBe('The price must be more than zero.')
  })

  test('a refusal by row-level security has the token not_allowed', () => {
    expect(
      tokenOf({
        code: '42501',
        message: 'new row violates row-level security policy for table "packs"',
      }),
    ).toBe('not_allowed')
  })

  test('a token of the hook before a sign-up is shown as its text', () => {
    expect(toUserMessage(auth(undefined, 'invite_invalid', 422))).toBe(
      'This invite code is wrong, used up or expired.',
    )
  })

  test('an unknown token is shown as an unexpected error', () => {
    expect(toUserMessage({ message: 'brand_new_token', code: 'PT409' })).toBe(
      'An unexpected error occurred.',
    )
  })

  test('the token in the response of an edge function is shown as its text', async () => {
    const context = new Response(JSON.stringify({ error: 'order_not_payable' }), { status: 409 })
    const error = await readFunctionError({
      name: 'FunctionsHttpError',
      message: 'non-2xx',
      context,
    })
    expect(error).toBeInstanceOf(AppError)
    expect(toUserMessage(error)).toBe('This order is not waiting for a payment.')
  })

  test('every token of supabase/errors.json has a readable text', () => {
    for (const token of Object.keys(catalogue)) {
      const text = toUserMessage({ message: token, code: 'PT400' })
      expect(text, token).toMatch(/[a-z] [a-z]/i)
      expect(text, token).not.toBe(words.unexpected)
    }
  })
})

describe('unexpected failures', () => {
  const id = '0af7651916cd43dd8448eb211c80319c'
  const reference = 'Reference for our staff: 0af76519.'

  test('the message for an unexpected failure of the database contains the id of the request', () => {
    const error = { code: 'XX000', message: 'The moon is full', request_id: id }
    expect(toUserMessage(error)).toBe(`${words.unexpected} ${reference}`)
    expect(messageId(error)).toBe(words.unexpected)
  })

  test('the message for an unexpected failure of an edge function contains the id of the request', async () => {
    const body = JSON.stringify({ error: 'internal_error', request_id: id })
    const context = new Response(body, { status: 500 })
    const error = await readFunctionError({ name: 'FunctionsHttpError', message: 'x', context })
    expect(toUserMessage(error)).toBe(`${meanings.internal_error} ${reference}`)
  })

  test('the message for a refusal contains no id of the request', () => {
    const error = { message: 'order_not_delivered', code: 'PT409', request_id: id }
    expect(toUserMessage(error)).toBe('This order has not been delivered.')
  })
})

test('the message for a weak password contains the reasons', () => {
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

test('a sign-in that fails for a known reason has a text for the form, and any other failure has none', () => {
  expect(authReason(auth('invalid_credentials', 'x'))).toBe(words.invalid_credentials)
  expect(authReason(auth(undefined, 'x'))).toBeNull()
})

test('a form shows the exact reason of a failure if there is one, otherwise the general message', () => {
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

test('only a missing session or member counts as a lost session, not a missing row or an invalid token', () => {
  for (const code of ['session_not_found', 'user_not_found', 'no_authorization'])
    expect(isSessionLost({ name: 'AuthApiError', message: '', code }), code).toBe(true)
  // Invalid tokens, which can be renewed, and banned accounts do not mean that the session is lost.
  for (const code of ['bad_jwt', 'user_banned'])
    expect(isSessionLost({ name: 'AuthApiError', message: '', code }), code).toBe(false)
  expect(isSessionLost({ message: 'No data', code: 'PGRST116' })).toBe(false)
  expect(isSessionLost({ name: 'AuthSessionMissingError', message: 'Auth session missing!' })).toBe(
    true,
  )
})
