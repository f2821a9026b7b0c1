import { expect, test } from 'vitest'
import common from '@/locales/en/common.json'
import staff from '@/locales/en/staff.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { settingsQuery } from './queries.ts'
import { SettingField, Settings } from './settings.tsx'

giveWords({ common, staff })

const setting = (key: string, proposed: number | null) =>
  ({
    key,
    value: 0,
    unit: 'days',
    meaning: key,
    min_value: 0,
    max_value: 9,
    needs_two: true,
    proposed,
  }) as never

test('settings are listed in groups, and one with a proposed change shows it and has a disabled field', () => {
  const list = [setting('hold_new', 9), setting('hold_proven', null), setting('maintenance', 1)]
  const html = htmlOf(<Settings />, [settingsQuery(), list])
  const row = (key: string) =>
    html.split('<li').find((each) => each.includes(`<code`) && each.includes(`>${key}<`)) ?? ''
  const link = /<a[^>]*href="([^"]*)"/
  expect(row('hold_new')).toContain('A change to “9 days” waits for a second member of staff:')
  expect(link.exec(row('hold_new'))?.[1]).toBe('/dashboard/staff/proposals?q=hold_new')
  expect(row('maintenance')).toContain('A change to “on” waits')
  expect(row('hold_proven')).toContain('Takes two members of staff')
  const [links = '', page = ''] = html.split('</nav>')
  const leads = [...links.matchAll(/href="#([^"]*)"[^>]*>([^<]*)</g)].map(([, id, name]) => [
    id,
    name,
  ])
  expect(leads.map(([, name]) => name)).toEqual(['The market itself', 'Money'])
  for (const [id, name] of leads) expect(page).toMatch(new RegExp(`<h2 id="${id}"[^>]*>${name}<`))
  const settings = ['maintenance', 'Money', 'hold_new', 'hold_proven']
  const order = ['The market itself', ...settings, 'Slowest screens']
  const places = order.map((each) => page.indexOf(`>${each}<`))
  expect(Math.min(...places)).toBeGreaterThan(0)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(html).toMatch(/<section[^>]* hidden=""><h2[^>]*>Files</)
  const isClosed = (key: string) => /<input[^>]*disabled/.test(row(key))
  expect(['hold_new', 'maintenance', 'hold_proven'].map(isClosed)).toEqual([true, true, false])
})

test.each([
  ['', true],
  ['-', true],
  [10, true],
  [9, false],
])('the field of a setting with the value %j states its allowed range: %j', (value, isSaid) => {
  const html = htmlOf(
    <SettingField setting={setting('hold_new', null)} value={value} onChange={() => {}} />,
  )
  expect(html.includes('Enter a value from 0 days to 9 days.')).toBe(isSaid)
})
