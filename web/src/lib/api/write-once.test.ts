import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { writeOnce } from './write-once.ts'

const refusal = (code: string, message: string) =>
  Promise.resolve({ error: Object.assign(new Error(message), { code }) })
const TAKEN = refusal('23505', 'duplicate key value violates unique constraint "packs_pkey"')

it('writeOnce updates the row if an earlier request has inserted it, and throws every other error', async () => {
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

it('every update in the client selects the changed row, so that an update of a missing row fails', () => {
  const root = join(import.meta.dirname, '..', '..')
  const changes = globSync('**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.*'] }).flatMap(
    (file) =>
      [
        ...readFileSync(join(root, file), 'utf8').matchAll(
          /\.update\((.*)\n?.*\)\.(?:eq|match)\(.*/g,
        ),
      ].map(([change]) => change),
  )
  expect(changes.length).toBeGreaterThan(5)
  expect(changes.filter((change) => !/\.select\(|is_read: true/.test(change))).toEqual([])
})
