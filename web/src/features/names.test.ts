import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// A name from right to left does not turn around what stands beside it.

const root = join(import.meta.dirname, '..')
const files = globSync('**/*.tsx', { cwd: root }).filter((file) => !file.includes('.test.'))
const NAME = String.raw`(?:\w+\??\.)*(?:display_name|other_name|other\.name)\b`
/** A name that is a text of its own: not the value of a property. */
const SHOWN = new RegExp(String.raw`(?<![=$])\{${NAME}(?: \?\? [^}]*)?\}`, 'g')
/** A name within a title that is shown. */
const IN_TITLE = new RegExp(String.raw`title=\{t\([^)]*\{ name: ${NAME}`)

const texts = files.map((file) => readFileSync(join(root, file), 'utf8'))

test('names of members stand isolated', () => {
  const shown = texts.flatMap((text) =>
    [...text.matchAll(SHOWN)].map(({ 0: name, index }) => [text.slice(index - 5, index), name]),
  )
  expect(shown.length).toBeGreaterThan(10)
  expect(shown.filter(([before]) => before !== '<bdi>')).toEqual([])
  expect(texts.filter((text) => IN_TITLE.test(text))).toEqual([])
})

test('the heading of a page has the direction of its own words', () => {
  expect(readFileSync(join(root, 'ui/page.tsx'), 'utf8')).toContain('<bdi>{title}</bdi>')
})
