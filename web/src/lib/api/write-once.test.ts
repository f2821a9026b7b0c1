import { expect, it, vi } from 'vitest'
import { writeOnce } from './write-once.ts'

const refusal = (code: string, message: string) =>
  Promise.resolve({ error: Object.assign(new Error(message), { code }) })
const TAKEN = refusal('23505', 'duplicate key value violates unique constraint "packs_pkey"')

it('changes the row that an earlier request stored, and no other', async () => {
  const change = vi.fn<() => Promise<void>>(() => Promise.resolve())
  await writeOnce(Promise.resolve({ error: null }), 'packs_pkey', change)
  expect(change).not.toHaveBeenCalled()
  await writeOnce(TAKEN, 'packs_pkey', change)
  expect(change).toHaveBeenCalledOnce()
  await expect(writeOnce(TAKEN, 'campaigns_pkey', change)).rejects.toThrow('packs_pkey')
  await expect(writeOnce(refusal('PT409', 'packs_full'), 'packs_pkey', change)).rejects.toThrow(
    'packs_full',
  )
  expect(change).toHaveBeenCalledOnce()
})
