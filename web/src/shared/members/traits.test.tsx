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

test('a trait is read from the profile, checked and written', () => {
  const input = profileSchema('kol').parse({ ...inputOf(profile), traits: { on_camera: false } })
  expect(inputOf(profile)).toMatchObject({ traits: { on_camera: true } })
  expect(updateOf(input, 'kol')).toMatchObject({ on_camera: false })
})

test('creators have a switch for a trait, brands have none', () => {
  expect(htmlOf(<Form isCreator />)).toContain('Speaks on camera')
  expect(htmlOf(<Form isCreator={false} />)).not.toContain('Speaks on camera')
})

test('a profile names the traits that it has', () => {
  expect(traitLabels(profile)).toEqual(['Speaks on camera'])
  expect(traitLabels({})).toEqual([])
})
