import { expect, test, vi } from 'vitest'
import { isVersionReplaced } from './new-version.ts'

const page = (entry: string) => `<script type="module" crossorigin src="${entry}"></script>`
const serve = (text: string, status = 200) =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(text, { status })))

test('a new version is found if the page of the host has another entry file', async () => {
  serve(page('/assets/index-b.js'))
  expect(await isVersionReplaced('/assets/index-a.js', '/')).toBe(true)
  expect(await isVersionReplaced('/assets/index-b.js', '/')).toBe(false)
})

test('no new version is found if the version of the host is unknown', async () => {
  expect(await isVersionReplaced(null, '/')).toBe(false)
  serve('a page of somebody else')
  expect(await isVersionReplaced('/assets/index-a.js', '/')).toBe(false)
  serve(page('/assets/index-b.js'), 503)
  expect(await isVersionReplaced('/assets/index-a.js', '/')).toBe(false)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await isVersionReplaced('/assets/index-a.js', '/')).toBe(false)
})
