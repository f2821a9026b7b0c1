import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { STORAGE_KEYS } from '../constants.ts'

// The cookie policy has to list everything that the client stores in a browser.

const root = join(import.meta.dirname, '..', '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
/** Names of stored items that a file defines itself, not in `STORAGE_KEYS`. */
const own = globSync('**/*.ts', { cwd: root })
  .filter((file) => !file.endsWith('.test.ts') && file !== 'lib/constants.ts')
  .flatMap((file) => [...read(file).matchAll(/(?:KEY|PREFIX) = '(kolpact-[a-z-]+)/g)])
  .map(([, name = '']) => name)

test.each(['en', 'es', 'tr'])(
  'the cookie policy in %s lists everything that the client stores',
  (locale) => {
    const policy = read(`locales/${locale}/legal.json`)
    expect(own).toContain('kolpact-draft')
    for (const name of [...Object.values(STORAGE_KEYS), ...own]) expect(policy).toContain(name)
  },
)
