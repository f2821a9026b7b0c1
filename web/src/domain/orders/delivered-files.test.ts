import { expect, it, vi } from 'vitest'
import { uploadAttachment } from '../files/upload.ts'
import { filesOf, uploadFiles } from './delivered-files.ts'

vi.mock('../files/upload.ts', () => ({
  uploadAttachment: vi.fn<(path: string, file: File) => Promise<File>>((_, file) =>
    Promise.resolve(file),
  ),
}))

it('a file is uploaded once to a folder, even if its form is sent twice', async () => {
  const file = new File(['work'], 'work.txt', { type: 'text/plain' })
  const send = (place: string) =>
    uploadFiles(
      () => place,
      [file],
      () => {},
    )
  const first = await send('one')
  expect(first).toEqual([
    {
      path: expect.stringMatching(/^one\/.*work\.txt$/),
      name: 'work.txt',
      type: 'text/plain',
      size: 4,
    },
  ])
  expect(await send('one')).toEqual(first)
  expect(uploadAttachment).toHaveBeenCalledOnce()
  expect((await send('two'))[0]?.path).toMatch(/^two\//)
})

it('an upload that failed is repeated with the same path', async () => {
  const file = new File(['film'], 'film.mp4', { type: 'video/mp4' })
  vi.mocked(uploadAttachment).mockClear().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const send = () =>
    uploadFiles(
      () => 'one',
      [file],
      () => {},
    )
  await expect(send()).rejects.toThrow('Failed to fetch')
  await send()
  const [first, second] = vi.mocked(uploadAttachment).mock.calls.map(([path]) => path)
  expect(first).toMatch(/^one\/.*film\.mp4$/)
  expect(second).toBe(first)
})

it('filesOf returns only valid files of a delivery', () => {
  const file = { path: 'c/i/a.pdf', name: 'a.pdf', type: 'application/pdf', size: 10 }
  expect(filesOf([file, null, 'x', { name: 'no path' }, [file]])).toEqual([file])
  expect(filesOf(null)).toEqual([])
  expect(filesOf({ path: 'x', name: 'y' })).toEqual([])
})
