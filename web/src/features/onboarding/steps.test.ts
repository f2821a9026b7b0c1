import { expect, test } from 'vitest'
import { isReachable, nextStep, stepOf, stepPath } from './steps.ts'

test('onboarding continues at the first incomplete step', () => {
  expect(nextStep({ role: null, language: null })).toBe('select-role')
  expect(nextStep({ role: 'kol', language: null })).toBe('choose-language')
  expect(nextStep({ role: 'kol', language: 'en' })).toBe('profile-setup')
})

test('complete steps and the first incomplete step can be opened, later steps cannot', () => {
  const progress = { role: 'brand', language: null }
  expect(isReachable('select-role', progress)).toBe(true)
  expect(isReachable('choose-language', progress)).toBe(true)
  expect(isReachable('profile-setup', progress)).toBe(false)
})

test('every step has its own path, which contains the path to return to', () => {
  expect(stepOf('/onboarding/select-role')).toBe('select-role')
  expect(stepOf('/onboarding/choose-language')).toBe('choose-language')
  expect(stepOf('/onboarding/profile-setup')).toBe('profile-setup')
  expect(stepOf('/onboarding')).toBeNull()
  expect(stepPath('profile-setup', '/dashboard/orders')).toBe(
    '/onboarding/profile-setup?returnTo=%2Fdashboard%2Forders',
  )
})
