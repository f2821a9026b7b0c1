import { afterEach, expect, test, vi } from 'vitest'
import { STORAGE_KEYS } from '@/lib/constants.ts'
import { fetchInter } from './show-inter.ts'

const browser = (load: () => Promise<unknown>) => {
  const setItem = vi.fn<Storage['setItem']>()
  vi.stubGlobal('document', { fonts: { load } })
  vi.stubGlobal('localStorage', { setItem })
  return setItem
}
afterEach(() => vi.unstubAllGlobals())

test('a page that has loaded the font lets the next page begin with it', async () => {
  const setItem = browser(() => Promise.resolve([]))
  await fetchInter()
  expect(setItem).toHaveBeenCalledWith(STORAGE_KEYS.inter, '1')
})

test('a font that cannot be loaded raises no error, and the next page does not begin with it', async () => {
  const setItem = browser(() => Promise.reject(new DOMException('A network error occurred.')))
  await fetchInter()
  expect(setItem).not.toHaveBeenCalled()
})
