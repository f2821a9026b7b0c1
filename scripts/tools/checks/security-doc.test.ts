// Tests that docs/security.md lists every requirement of OWASP ASVS 5.0 up to level 2 once.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../project.ts'

/** The number of requirements in each section, by chapter: chapter 1 has 1.1.1 to 1.1.2, 1.2.1 to 1.2.9, … */
const sections: Record<string, string> = {
  1: '1:2 2:9 3:11 4:3 5:2',
  2: '1:3 2:3 3:4 4:1',
  3: '2:2 3:4 4:6 5:5 7:2',
  4: '1:3 2:1 3:2 4:4',
  5: '1:1 2:3 3:2 4:3',
  6: '1:3 2:12 3:4 4:4 5:5 6:3 8:4',
  7: '1:3 2:4 3:2 4:5 5:2 6:2',
  8: '1:2 2:3 3:1 4:1',
  9: '1:3 2:4',
  10: '1:2 2:2 3:4 4:11 5:5 6:2 7:3',
  11: '1:2 2:3 3:3 4:4 5:1 6:1',
  12: '1:3 2:2 3:4',
  13: '1:1 2:5 3:2 4:5',
  14: '1:2 2:4 3:3',
  15: '1:3 2:3 3:7',
  16: '1:1 2:5 3:4 4:3 5:3',
  17: '1:1 2:4 3:2',
}
const STATES = ['met', 'not applicable', 'open']

const text = readFileSync(join(projectRoot, 'docs', 'security.md'), 'utf8')
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]+) \| (.+) \|$/gm)]

function requirements(): string[] {
  return Object.entries(sections).flatMap(([chapter, counts]) =>
    counts.split(' ').flatMap((section) => {
      const [number, count] = section.split(':').map(Number)
      return Array.from({ length: count ?? 0 }, (_, i) => `${chapter}.${number}.${i + 1}`)
    }),
  )
}

test('docs/security.md has one row for each of the 253 requirements of OWASP ASVS, in the order of ASVS', () => {
  expect(requirements()).toHaveLength(253)
  expect(rows.map(([, number]) => number)).toEqual(requirements())
})

test('each row of docs/security.md has one of three states, and a place or a reason', () => {
  for (const [, number, state, why = ''] of rows) {
    expect(STATES, number).toContain(state)
    expect(why.trim().length, number).toBeGreaterThan(4)
  }
})

test('every file that docs/security.md names exists', () => {
  const places = [
    '',
    'docs/',
    'supabase/',
    'supabase/schemas/',
    'supabase/functions/',
    'supabase/tests/database/',
    'supabase/tests/',
    'web/src/',
    'web/e2e/',
  ]
  const named = [...text.matchAll(/`([\w./-]+\/[\w.-]+|[\w-]+\.(?:sql|ts|md|toml))`/g)]
  const missing = named
    .map(([, name = '']) => name)
    .filter((name) => !places.some((place) => isThere(place + name)))
  expect(missing).toEqual([])
})

function isThere(path: string): boolean {
  return existsSync(join(projectRoot, path))
}
