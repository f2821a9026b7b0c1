import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Tests that names and titles are isolated, so that one from right to left does not change the order of the text around it.

const root = join(import.meta.dirname, '..')
const files = globSync('**/*.tsx', { cwd: root }).filter((file) => !file.includes('.test.'))
const NAME = String.raw`(?:\w+\??\.)*(?:display_name|other_name|other\.name)\b`
const TITLE = String.raw`(?:\w+\.)*(?:pack_title|(?:work|pack|offer|milestone|campaign|application|each)\.title)\b`
/** A name or a title that is rendered as text, not passed as a property. */
const SHOWN = new RegExp(
  String.raw`(?<![=$])\{(?:${NAME}|${TITLE})(?: (?:\?\?|\|\|) [^}]*)?\}`,
  'g',
)
/** A name that is part of a rendered title. */
const IN_TITLE = new RegExp(String.raw`title=\{t\([^)]*\{ name: ${NAME}`)

const texts = files.map((file) => readFileSync(join(root, file), 'utf8'))

test('every rendered name of a member, and every title that a member wrote, is inside a bdi element', () => {
  const shown = texts.flatMap((text) =>
    [...text.matchAll(SHOWN)].map(({ 0: name, index }) => [text.slice(index - 5, index), name]),
  )
  expect(shown.length).toBeGreaterThan(25)
  expect(shown.filter(([before]) => before !== '<bdi>')).toEqual([])
  expect(texts.filter((text) => IN_TITLE.test(text))).toEqual([])
})

test('the heading of a page is inside a bdi element, so it has the direction of its own text', () => {
  expect(readFileSync(join(root, 'ui/page.tsx'), 'utf8')).toContain('<bdi>{title}</bdi>')
})
