import { expect, test, vi } from 'vitest'
import { memoryOnlyClient } from './backend.ts'

test('the library takes a second client in memory, as for another mailed code, without a warning', () => {
  vi.stubGlobal('window', { location: { href: 'https://kolpact.example/forgot-password' } })
  vi.stubGlobal('document', {})
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  memoryOnlyClient()
  memoryOnlyClient()
  expect(warn).not.toHaveBeenCalled()
})
