import { expect, it } from 'vitest'
import { storageSite } from '@/lib/storage-site.ts'
import { goesInParts } from './upload-in-parts.ts'

it('a file is uploaded in parts if it is larger than one part', () => {
  const part = new Blob([new Uint8Array(6 * 1024 * 1024)])
  expect(goesInParts(part)).toBe(false)
  expect(goesInParts(new Blob([part, 'x']))).toBe(true)
})

it('uploads in parts go to the Storage host of a hosted project, otherwise to the API', () => {
  expect(storageSite('https://ref.supabase.co')).toBe('https://ref.storage.supabase.co')
  for (const own of ['http://127.0.0.1:54321', 'https://api.kolpact.com'])
    expect(storageSite(own)).toBe(own)
})
