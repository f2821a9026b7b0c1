// Documents name a setting with the value of a new market: `hold_new` (14 days).
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../../scripts/project.ts'

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')
const find = (pattern: string) => globSync(pattern, { cwd: projectRoot })

/** A key of config.toml, with the status of its refusal. */
const OTHERS = ['max_frequency']

const HOURS: Record<string, number> = { hours: 1, days: 24 }
const inHours = (value: string, unit = '') => Number(value) * (HOURS[unit] ?? 1)

const settings = new Map(
  find('supabase/schemas/*/*.sql').flatMap((file) =>
    [...read(file).matchAll(/^ {2}\('(\w+)', ([\d.]+), '(\w+)', '/gm)].map(
      ([, key = '', value = '', unit]) => [key, inHours(value, unit)] as const,
    ),
  ),
)

test('each value in a document is that of its setting', () => {
  const named = find('docs/*.md').flatMap((file) =>
    [...read(file).matchAll(/`(\w+)`\s+\(([\d.]+)(?: (hours|days))?\)/g)].map(
      ([text, key = '', value = '', unit]) => ({
        key,
        text: `${file}: ${text}`,
        said: inHours(value, unit),
        set: settings.get(key),
      }),
    ),
  )
  expect(named.length).toBeGreaterThan(20)
  const wrong = named.filter(({ key, said, set }) => said !== set && !OTHERS.includes(key))
  expect(wrong).toEqual([])
})
