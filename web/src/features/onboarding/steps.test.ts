import { expect, test } from 'vitest'
import { isReachable, nextStep, stepOf, stepPath } from './steps.ts'

test('a member resumes at the first thing that is missing', () => {
  expect(nextStep({ role: null, language: null })).toBe('select-role')
  expect(nextStep({ role: 'kol', language: null })).toBe('choose-language')
  expect(nextStep({ role: 'kol', language: 'en' })).toBe('profile-setup')
})

test('a member may go back to earlier steps, not ahead', () => {
  const progress = { role: 'brand', language: null }
  expect(isReachable('select-role', progress)).toBe(true)
  expect(isReachable('choose-language', progress)).toBe(true)
  expect(isReachable('profile-setup', progress)).toBe(false)
})

test('every step has a path of its own, and keeps where the member wanted to go', () => {
  expect(stepOf('/onboarding/select-role')).toBe('select-role')
  expect(stepOf('/onboarding/choose-language')).toBe('choose-language')
  expect(stepOf('/onboarding/profile-setup')).toBe('profile-setup')
  expect(stepOf('/onboarding')).toBeNull()
  expect(stepPath('profile-setup', '/dashboard/orders')).toBe(
    '/onboarding/profile-setup?returnTo=%2Fdashboard%2Forders',
  )
})
