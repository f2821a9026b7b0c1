import { expect, test } from 'vitest'
import { loginPath, returnToOf, safeReturnTo, withReturnTo } from './paths.ts'

test('the login path contains the path to return to, with its query and hash', () => {
  const login = loginPath('/dashboard/orders/1?tab=files#note')
  expect(login).toBe('/login?returnTo=%2Fdashboard%2Forders%2F1%3Ftab%3Dfiles%23note')
  expect(returnToOf(login.split('?')[1] ?? '')).toBe('/dashboard/orders/1?tab=files#note')
})

test('the login path does not contain the dashboard, to which every sign-in leads', () => {
  expect(loginPath('/dashboard')).toBe('/login')
  expect(withReturnTo('/onboarding', null)).toBe('/onboarding')
})

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example/x',
  '/..//evil.example',
  '/dashboard/../..//evil.example',
  '/./\\evil.example',
  '/%2e//evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '',
  'dashboard',
])('"%s" is not accepted as a path to return to', (value) => {
  expect(safeReturnTo(value)).toBeNull()
})
