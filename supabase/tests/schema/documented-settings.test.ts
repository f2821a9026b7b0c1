// Each setting is read, and documents name it with the value of a new market: `hold_new` (14 days).
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

const ROW = /^ {2}\('(\w+)', ([\d.]+), '(\w+)', '/gm
const chapters = find('supabase/schemas/*/*.sql').map(read)
const settings = new Map(
  chapters.flatMap((sql) =>
    [...sql.matchAll(ROW)].map(
      ([, key = '', value = '', unit]) => [key, inHours(value, unit)] as const,
    ),
  ),
)

test('each setting is read by a chapter, by an edge function or by a text of the client', () => {
  const rules = chapters.map((sql) => sql.replaceAll(ROW, '')).join('\n')
  const code = rules + find('supabase/functions/*/*.ts').map(read).join('\n')
  const texts = find('web/src/locales/en/*.json').map(read).join('\n')
  const named = new Set([
    ...[...code.matchAll(/['"](\w+)['"]/g)].map(([, key]) => key),
    ...[...texts.matchAll(/\{\{(\w+?)(?:_hours|_days)*\}\}/g)].map(([, key]) => key),
  ])
  // A key may be put together: 'hold_' || v_trust_level, level || '_after'.
  const starts = [...rules.matchAll(/setting\('(\w+_)' \|\|/g)].map(([, start = '']) => start)
  const ends = [...rules.matchAll(/setting\(\w+ \|\| '(_\w+)'/g)].map(([, end = '']) => end)
  const isRead = (key: string) =>
    named.has(key) ||
    starts.some((start) => key.startsWith(start)) ||
    ends.some((end) => key.endsWith(end))
  expect([...settings.keys()].filter((key) => !isRead(key))).toEqual([])
})

test('each value of a setting in the documents is the value of a new market', () => {
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
