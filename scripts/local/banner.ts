import type { KolpactInfo } from './start-kolpact.ts'

/** Addresses, keys and demo accounts that are printed after the start. */
export function banner(stack: KolpactInfo, tookMs: number): string {
  const rows = [
    ['Open', stack.webUrl],
    ['Mailbox', stack.mailUrl],
    ['API', stack.apiUrl],
    ['Database', stack.dbUrl],
    ['Sandbox pay', stack.payUrl],
    ['Local chain', stack.chainUrl],
    ['Publishable key', stack.publishableKey],
    ['Secret key', stack.secretKey],
  ]
  const accounts = stack.accounts.map(
    ({ email, password, totpSecret }) =>
      `  ${email.padEnd(22)} ${password}${totpSecret ? `  and the code on ${stack.mailUrl}` : ''}`,
  )
  return [
    '',
    `Kolpact is ready (${(tookMs / 1000).toFixed(1)} s).`,
    '',
    ...rows.map(([name = '', value = '']) => `  ${name.padEnd(16)} ${value}`),
    '',
    'Sign in with',
    ...accounts,
    `or sign up with the invite code ${stack.inviteCode}.`,
    '',
    'Ctrl-C stops everything; the data stays. "npm run reset" starts over.',
  ].join('\n')
}
