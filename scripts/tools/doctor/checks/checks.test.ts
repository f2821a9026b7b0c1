import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contentSecurityPolicy, securityHeaders, sitesOf } from '../../../../web/build/policy.ts'
import { tokenOf, type Reply } from '../ask.ts'
import { CannotTell } from '../check.ts'
import { exitCodeOf, report } from '../report.ts'
import { faultsOfAddresses, faultsOfSettings, faultsOfTimes } from './chain.ts'
import { faultOfSignIn } from './demo.ts'
import { faultOf, functionNames } from './functions.ts'
import { faultsOfPage } from './headers.ts'
import { kindOfKey } from './keys.ts'
import { faultOfSignUp } from './sign-up.ts'

const reply = (status: number, text = '', headers: Record<string, string> = {}): Reply => ({
  status,
  text,
  headers: new Headers(headers),
})

describe('settings of the chain', () => {
  const problems = (...given: Parameters<typeof faultsOfSettings>) =>
    faultsOfSettings(...given).map(({ problem }) => problem)

  test('the doctor reports a fault if all chain nodes belong to one provider, unless one node is enough', () => {
    const [one, two] = ['https://one.test/key', 'https://two.test']
    expect(problems([one, two], 2, [])).toEqual([])
    expect(problems([one], 2, [])).toEqual(['nodes in CHAIN_RPC_URLS: 1, at one.test alone'])
    expect(problems([one, 'https://one.test/other'], 2, [])).toEqual([
      'nodes in CHAIN_RPC_URLS: 2, at one.test alone',
    ])
    expect(problems([one], 1, [])).toEqual([])
  })

  test('the doctor reports a fault if one address of the chain has two purposes', () => {
    expect(
      problems([], 0, [
        ['CHAIN_TOKEN', '0xA'],
        ['CHAIN_FEE_ADDRESS', '0xB'],
        ['the operator', '0xb'],
      ]),
    ).toEqual(['CHAIN_FEE_ADDRESS and the operator are one address: 0xb'])
  })
})

test('an address of the chain that is too short, zero or has a wrong checksum is a fault', () => {
  const right = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const wrong = ['0x123', `0x${'0'.repeat(40)}`, right.replace('C5', 'c5')]
  const faults = faultsOfAddresses(
    [right, right.toLowerCase(), ...wrong].map((address) => ['CHAIN_FEE_ADDRESS', address]),
  )
  expect(faults.map(({ problem }) => problem)).toEqual(
    wrong.map((address) => `CHAIN_FEE_ADDRESS is no address: ${address}`),
  )
})

describe('keys', () => {
  const jwt = (role: string) => `h.${Buffer.from(JSON.stringify({ role })).toString('base64url')}.s`

  test.each([
    ['sb_publishable_1', 'publishable'],
    ['sb_secret_1', 'secret'],
    [jwt('anon'), 'publishable'],
    [jwt('service_role'), 'secret'],
    [jwt('authenticated'), 'unknown'],
    ['something', 'unknown'],
  ])('the key %s is recognised as %s', (key, kind) => {
    expect(kindOfKey(key)).toBe(kind)
  })
})

describe('edge functions', () => {
  test('edge functions are the folders that contain an index.ts', () => {
    expect(functionNames()).toContain('send-emails')
    expect(functionNames()).not.toContain('_shared')
  })

  test.each([
    [reply(401, '{"error":"not_signed_in"}'), 'nothing'],
    [reply(400, '{"error":"bad_signature"}'), 'nothing'],
    [reply(404, '{"error":"calendar_unknown"}'), 'nothing'],
    [reply(503, '{"error":"payments_not_configured"}'), 'fails'],
    [reply(404, '{"code":"NOT_FOUND","message":"Requested function was not found"}'), 'deployed'],
    [reply(401, '{"code":401,"message":"Missing authorization header"}'), 'by the platform'],
    [reply(546, '{"code":"WORKER_LIMIT"}'), 'fails'],
    [reply(0, 'getaddrinfo ENOTFOUND'), 'no answer'],
  ])('the doctor finds in the response %o of an edge function: %s', (given, expected) => {
    const problem = faultOf('checkout', given)?.problem
    expect(problem ?? 'nothing').toContain(expected)
  })

  test('no error token is read from a response that has none', () => {
    expect(tokenOf(reply(400, '{"error":"Not a token"}'))).toBeUndefined()
    expect(tokenOf(reply(502, '<html>'))).toBeUndefined()
    expect(tokenOf(reply(400, 'null'))).toBeUndefined()
  })
})

describe('a sign-in with a demo account', () => {
  test('the doctor reports a fault if a demo account can sign in, and no fault if the sign-in is refused', () => {
    const refused = reply(400, '{"error_code":"invalid_credentials"}')
    expect(faultOfSignIn('a@kolpact.test', refused)).toBeUndefined()
    expect(faultOfSignIn('a@kolpact.test', reply(200))?.problem).toContain('can sign in')
  })

  test.each([
    ['a captcha', reply(400, '{"error_code":"captcha_failed"}')],
    ['a limit', reply(429)],
    ['no answer', reply(0, 'ENOTFOUND')],
    ['a key of another project', reply(401)],
  ])(
    'the doctor cannot tell whether a demo account can sign in if the sign-in meets %s',
    (_, given) => {
      expect(() => faultOfSignIn('a@kolpact.test', given)).toThrow(CannotTell)
    },
  )
})

describe('a sign-up without an invite', () => {
  test('a sign-up without an invite that the hook does not refuse is a fault', () => {
    expect(faultOfSignUp(reply(422, '{"msg":"invite_required"}'))).toBeUndefined()
    const refused = faultOfSignUp(reply(500, '{"msg":"Database error saving new user"}'))
    expect(refused?.problem).toContain('is not enabled')
    expect(faultOfSignUp(reply(200, '{"id":"1"}'))?.problem).toContain('is not refused')
  })

  test('the doctor cannot tell whether a sign-up needs an invite if it meets a captcha or a rate limit', () => {
    const captcha = reply(400, '{"error_code":"captcha_failed"}')
    expect(() => faultOfSignUp(captcha)).toThrow(CannotTell)
    expect(() => faultOfSignUp(reply(429))).toThrow(CannotTell)
  })
})

describe('headers', () => {
  const api = 'https://ref.supabase.co'
  const script = 'document.title'
  const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`
  const html = `<script>${script}</script>`
  const sites = sitesOf({ VITE_SUPABASE_URL: api })
  const policy = (...scripts: string[]) => contentSecurityPolicy(sites, { scripts })
  const problems = (headers: Record<string, string>, site = 'http://127.0.0.1:3000') =>
    faultsOfPage(reply(200, html, headers), site, api).map(({ problem }) => problem)

  test('the headers of a build have no fault', () => {
    expect(problems(securityHeaders(policy(hash)))).toEqual([])
  })

  const plain = (name: string) => !/content-security|strict-transport/i.test(name)
  test.each(Object.keys(securityHeaders('')).filter(plain))(
    'a missing header %s is found',
    (name) => {
      const { [name]: _, ...others } = securityHeaders(policy(hash))
      expect(problems(others)).toEqual([`the site sends no fitting ${name.toLowerCase()}`])
    },
  )

  test.each(['turnstile', 'hcaptcha'])(
    'the headers of a build with %s have no fault',
    (captcha) => {
      const given = contentSecurityPolicy({ ...sites, captcha }, { scripts: [hash] })
      expect(problems(securityHeaders(given))).toEqual([])
    },
  )

  test('headers without HSTS are a fault of a site with HTTPS', () => {
    const sent = securityHeaders(policy(hash))
    expect(problems(sent, 'https://kolpact.example')).toHaveLength(1)
  })

  test.each([
    ['none', {}, 'no content security policy'],
    ['a policy of another build', securityHeaders(policy("'sha256-x'")), 'a script of the page'],
    ['any script', securityHeaders(policy(hash, "'unsafe-inline'")), 'any script'],
    ['any host', securityHeaders(policy(hash, '*')), 'any script'],
    ['any host by HTTPS', securityHeaders(policy(hash, 'https:')), 'any script'],
    [
      'another project',
      securityHeaders(policy(hash).replaceAll('ref.supabase', 'x.supabase')),
      'the address of the project',
    ],
  ])('a content security policy with this fault is found: %s', (_, headers, expected) => {
    expect(problems(headers).join()).toContain(expected)
  })
})

test.each([
  [1000, 1000, 'nothing'],
  [881, null, 'nothing'],
  [879, null, 'the newest block is of 121 seconds ago'],
  [1121, null, 'the newest block is of -121 seconds ago'],
  [1000, -801, 'what is recorded ends 1801 seconds earlier'],
])(
  'at second 1000, a newest block of second %s and a last recorded block of second %s give: %s',
  (newest, recorded, expected) => {
    const [fault] = faultsOfTimes(newest, recorded, 1000)
    expect(fault?.problem ?? 'nothing').toBe(expected)
  },
)

test('the report of the doctor has advice for each fault', () => {
  const findings = [{ problem: 'broken', advice: 'mend it' }]
  const text = report([
    { name: 'one', findings: [] },
    { name: 'two', findings },
    { name: 'three', findings: [], leftOut: 'needs a key' },
    { name: 'four', findings: [], off: 'needs a chain' },
  ])
  expect(text).toBe(
    'ok one\n!! two: broken\n   → mend it\n-  three: left out, needs a key\n-  four: off, needs a chain\n\n1 of 4 checks left out; otherwise 1 found.',
  )
})

const fine = { name: 'keys', findings: [] }
const leftOut = { ...fine, leftOut: 'needs DATABASE_URL' }
const wrong = { ...fine, findings: [{ problem: 'old', advice: 'renew' }] }

test.each([
  [[fine, fine], 'All 2 checks made; nothing found.', 0],
  [[fine, leftOut], '1 of 2 checks left out; otherwise nothing found.', 2],
  [[leftOut, leftOut], '2 of 2 checks left out; otherwise nothing found.', 2],
  [[wrong, leftOut], '1 of 2 checks left out; otherwise 1 found.', 1],
])('the last line of the report counts skipped checks and findings', (results, line, code) => {
  expect(report(results).split('\n').at(-1)).toBe(line)
  expect(exitCodeOf(results)).toBe(code)
})
