import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { groupOfSetting, SETTING_GROUPS } from './setting-groups.ts'

const ROW =
  /^ {2}\('(\w+)', [\d.]+, '(?:percent|days|hours|minutes|seconds|count|units|stars)', '/gm

const keys = globSync('supabase/schemas/*/*.sql').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(ROW)].map(([, key = '']) => key),
)

test('each setting of a new market is in a group, and no group is empty', () => {
  expect(keys.length).toBeGreaterThan(150)
  expect(keys.filter((key) => groupOfSetting(key) === undefined)).toEqual([])
  const held = new Set(keys.map(groupOfSetting))
  expect(Object.keys(SETTING_GROUPS).filter((group) => !held.has(group as never))).toEqual([])
})
