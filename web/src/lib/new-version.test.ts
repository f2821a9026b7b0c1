import { expect, test, vi } from 'vitest'
import { isReplaced } from './new-version.ts'

const page = (entry: string) => `<script type="module" crossorigin src="${entry}"></script>`
const serve = (text: string, status = 200) =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(text, { status })))

test('a page with another entry file is a new version', async () => {
  serve(page('/assets/index-b.js'))
  expect(await isReplaced('/assets/index-a.js', '/')).toBe(true)
  expect(await isReplaced('/assets/index-b.js', '/')).toBe(false)
})

test('an unknown version is no reason to reload', async () => {
  expect(await isReplaced(null, '/')).toBe(false)
  serve('a page of somebody else')
  expect(await isReplaced('/assets/index-a.js', '/')).toBe(false)
  serve(page('/assets/index-b.js'), 503)
  expect(await isReplaced('/assets/index-a.js', '/')).toBe(false)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await isReplaced('/assets/index-a.js', '/')).toBe(false)
})
