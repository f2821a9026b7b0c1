import { expect, test } from 'vitest'
import common from '@/locales/en/common.json'
import staff from '@/locales/en/staff.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { DisputeCase } from './dispute-case.tsx'
import type { DisputedOrder } from './staff-rows.ts'

giveWords({ common, staff })

test('a case shows the name of each side with its role', () => {
  const order = { id: 'o', brand: 'Halcyon Vaults', creator: 'Samir Haddad' } as DisputedOrder
  const html = htmlOf(<DisputeCase order={order} hasNews={false} />)
  expect(html).toContain('Halcyon Vaults (Brand)')
  expect(html).toContain('Samir Haddad (Creator)')
})
