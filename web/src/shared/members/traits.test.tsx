import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test, vi } from 'vitest'
import { traitLabels } from '@/domain/market/traits.ts'
import { i18n } from '@/lib/i18n/i18n.ts'
import { useCredentialForm } from '@/lib/form.ts'
import { ProfileFields } from './profile-fields.tsx'
import { inputOf, profileSchema, updateOf } from './profile-form.ts'
import type { Profile } from './profile.tsx'

// The market may have no trait at all, so these tests have one of their own.
vi.mock('@/domain/vocabulary.generated.ts', async (original) => ({
  ...(await original<object>()),
  TRAITS: ['on_camera'],
}))
const yes = { on_camera: { name: 'Speaks on camera' } }
beforeAll(() =>
  i18n
    .use(initReactI18next)
    .init({ lng: 'en', defaultNS: 'common', resources: { en: { common: { yes } } } }),
)

const profile = {
  display_name: 'Ann',
  language: 'en',
  platforms: ['x'],
  categories: ['ai'],
  on_camera: true,
} as Partial<Profile> as Profile

function Form({ isCreator }: { isCreator: boolean }) {
  const form = useCredentialForm(profileSchema('kol'), inputOf(profile))
  return (
    <MantineProvider>
      <ProfileFields form={form} role={isCreator ? 'kol' : 'brand'} />
    </MantineProvider>
  )
}

test('a trait is read from the profile, checked and written', () => {
  const input = profileSchema('kol').parse({ ...inputOf(profile), traits: { on_camera: false } })
  expect(inputOf(profile)).toMatchObject({ traits: { on_camera: true } })
  expect(updateOf(input, 'kol')).toMatchObject({ on_camera: false })
})

test('creators have a switch for a trait, brands have none', () => {
  expect(renderToStaticMarkup(<Form isCreator />)).toContain('Speaks on camera')
  expect(renderToStaticMarkup(<Form isCreator={false} />)).not.toContain('Speaks on camera')
})

test('a profile names the traits that it has', () => {
  expect(traitLabels(profile)).toEqual(['Speaks on camera'])
  expect(traitLabels({})).toEqual([])
})
