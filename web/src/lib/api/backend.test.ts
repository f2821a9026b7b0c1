import { expect, test, vi } from 'vitest'
import { memoryOnlyClient } from './backend.ts'

test('a second client in memory, as for a second mailed code, causes no warning of the library', () => {
  vi.stubGlobal('window', { location: { href: 'https://kolpact.example/forgot-password' } })
  vi.stubGlobal('document', {})
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  memoryOnlyClient()
  memoryOnlyClient()
  expect(warn).not.toHaveBeenCalled()
})
