import { expect, test, vi } from 'vitest'
import { traitLabels } from '@/domain/market/traits.ts'
import { useCredentialForm } from '@/lib/form.ts'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { ProfileFields } from './profile-fields.tsx'
import { inputOf, profileSchema, updateOf } from './profile-form.ts'
import type { Profile } from './profile.tsx'

// A market may have no traits, so these tests define one.
vi.mock('@/domain/vocabulary.generated.ts', async (original) => ({
  ...(await original<object>()),
  TRAITS: ['on_camera'],
}))
const yes = { on_camera: { name: 'Speaks on camera' } }
giveWords({ common: { yes } })

const profile = {
  display_name: 'Ann',
  language: 'en',
  platforms: ['x'],
  categories: ['ai'],
  on_camera: true,
} as Partial<Profile> as Profile

function Form({ isCreator }: { isCreator: boolean }) {
  const form = useCredentialForm(profileSchema('kol'), inputOf(profile))
  return <ProfileFields form={form} role={isCreator ? 'kol' : 'brand'} />
}

test('the profile form reads a trait from the profile and writes its changed value', () => {
  const input = profileSchema('kol').parse({ ...inputOf(profile), traits: { on_camera: false } })
  expect(inputOf(profile)).toMatchObject({ traits: { on_camera: true } })
  expect(updateOf(input, 'kol')).toMatchObject({ on_camera: false })
})

test('the profile form has a switch for each trait for creators, but not for brands', () => {
  expect(htmlOf(<Form isCreator />)).toContain('Speaks on camera')
  expect(htmlOf(<Form isCreator={false} />)).not.toContain('Speaks on camera')
})

test('traitLabels returns the names of the traits that a profile has', () => {
  expect(traitLabels(profile)).toEqual(['Speaks on camera'])
  expect(traitLabels({})).toEqual([])
})
