import { describe, expect, it } from 'vitest'
import { ATTACHMENT_MAX_BYTES, ATTACHMENT_TYPES } from '../vocabulary.generated.ts'
import { attachmentPath, attachmentProblem, safeFileName } from './attachments.ts'

describe('what may be attached', () => {
  const file = (type: string, ...parts: BlobPart[]) => attachmentProblem(new Blob(parts, { type }))
  const max = ATTACHMENT_MAX_BYTES

  it('is bounded in size and kind', async () => {
    const rest = new Uint8Array(max - 5)
    expect(await file('application/pdf', '%PDF-', rest)).toBeNull()
    expect(await file('application/pdf', '%PDF-', rest, 'x')).toBe('too_large')
    expect(await file('text/html', '<html>')).toBe('type')
    expect(await file('', 'x')).toBe('type')
  })

  it('has the type that its first bytes show', async () => {
    expect(await file('application/pdf', '<html>')).toBe('content')
    expect(await file('image/png', '%PDF-')).toBe('content')
    expect(await file('text/plain', 'Hello')).toBeNull()
  })

  it('is compared with its content whatever its type', async () => {
    for (const type of ATTACHMENT_TYPES) expect(await file(type, '<html>'), type).toBe('content')
  })
})

describe('the path of a file', () => {
  it('has three parts, whatever the name', () => {
    for (const name of ['a.pdf', '../../x.png', 'ünï çödé.txt', '日本.csv', '', '...', 'a/b c?.md'])
      expect(attachmentPath('conv', 'id', name).split('/')).toHaveLength(3)
  })

  it('keeps a plain name and its ending', () => {
    expect(safeFileName('Brief v2 (final).pdf')).toBe('Brief-v2-final-.pdf')
    expect(safeFileName('../../etc/passwd')).toBe('etc-passwd')
    expect(safeFileName(`${'x'.repeat(300)}.png`).endsWith('.png')).toBe(true)
    expect(safeFileName('日本')).toBe('file')
  })
})
