import { expect, test, vi } from 'vitest'
import common from '@/locales/en/common.json'
import home from '@/locales/en/home.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { HomePage } from './home-page.tsx'
import { progressQuery } from './queries.ts'

const member = vi.hoisted(() => ({
  profile: { id: 'p', role: 'kol', is_approved: true, suspended_at: null as string | null },
}))
vi.mock('@/shared/members/profile.tsx', () => ({ useProfile: () => member }))

giveWords({ common, home })

test('the home page of a suspended creator has neither first steps nor a button to manage packs', () => {
  const words = () => {
    const progress = { packs: 0, searches: 0, orders: 0 }
    const html = htmlOf(<HomePage />, [progressQuery('p', 'kol'), progress])
    return [home.start.title, home.manage_packs].filter((text) => html.includes(text))
  }
  expect(words()).toEqual([home.start.title, home.manage_packs])
  member.profile.suspended_at = '2026-11-30T00:00:00Z'
  expect(words()).toEqual([])
})
