import { describe, expect, it } from 'vitest'
import { DEFAULT_TERMS } from '../terms.ts'
import { ATTACHMENT_MAX_BYTES, ATTACHMENT_TYPES } from '../vocabulary.generated.ts'
import {
  attachmentPath,
  attachmentProblem,
  pastedFiles,
  safeFileName,
  savedFileName,
  shownFileName,
} from './attachments.ts'

it.each([
  ['Contract.pdf', 'application/pdf', 'Contract.pdf'],
  ['Photo.JPEG', 'image/jpeg', 'Photo.JPEG'],
  ['Notes.txt', 'text/plain;charset=utf-8', 'Notes.txt'],
  ['Contract.pdf.bat', 'text/plain', 'Contract.pdf.bat.txt'],
  ['Invoice.html', 'text/plain', 'Invoice.html.txt'],
  ['exe', 'application/zip', 'exe.zip'],
  ['setup.exe', 'unknown/type', 'setup.exe.bin'],
])('%s of type %s is saved as %s', (name, type, saved) =>
  expect(savedFileName(name, type)).toBe(saved),
)

it.each([
  ['two files copied in a file manager, with their names as text', ['text/plain'], 2],
  ['two pictures of a web page', ['text/html'], 2],
  ['cells of a spreadsheet', ['text/plain', 'text/html'], 0],
])(
  'the files of a paste are used except for the picture of copied text: %s',
  (_what, types, count) => {
    const files = [new File([], 'a.png'), new File([], 'b.png')]
    const paste = { files, types: [...types, 'Files'] } as unknown as DataTransfer
    expect(pastedFiles(paste)).toHaveLength(count)
  },
)

describe('a file to be attached', () => {
  const file = (type: string, ...parts: BlobPart[]) => attachmentProblem(new Blob(parts, { type }))
  const max = ATTACHMENT_MAX_BYTES

  it('a file is refused if it is too large or of another type than the allowed ones', async () => {
    const rest = new Uint8Array(max - 5)
    expect(await file('application/pdf', '%PDF-', rest)).toBeNull()
    expect(await file('application/pdf', '%PDF-', rest, 'x')).toBe('too_large')
    expect(await file('text/html', '<html>')).toBe('type')
    expect(await file('', 'x')).toBe('type')
  })

  it('a video may be larger than other files, up to the setting of the market', async () => {
    const film = (bytes: number) => file('video/webm', '\x1aE', new Uint8Array(bytes - 2))
    const most = DEFAULT_TERMS.video_mebibytes * 1024 * 1024
    expect(await film(max + 1)).toBe('content')
    expect(await film(most + 1)).toBe('video_too_large')
  })

  it('a file is refused if its first bytes do not fit its type', async () => {
    expect(await file('application/pdf', '<html>')).toBe('content')
    expect(await file('image/png', '%PDF-')).toBe('content')
    expect(await file('text/plain', 'Hello')).toBeNull()
  })

  it('a picture is refused if it has too many pixels', async () => {
    const png = (side: number) =>
      Uint8Array.from([
        0x89,
        0x50,
        0x4e,
        0x47,
        13,
        10,
        26,
        10,
        0,
        0,
        0,
        13,
        73,
        72,
        68,
        82,
        0,
        0,
        side >> 8,
        side & 255,
        0,
        0,
        0,
        1,
      ])
    expect(await file('image/png', png(8000))).toBeNull()
    expect(await file('image/png', png(12_000))).toBe('too_many_pixels')
  })

  it('a file of every allowed type is refused if its content is HTML', async () => {
    for (const type of ATTACHMENT_TYPES) expect(await file(type, '<html>'), type).toBe('content')
  })
})

describe('the path of a file', () => {
  it('the path of a file has three parts even if its name contains slashes, dots or other scripts', () => {
    for (const name of ['a.pdf', '../../x.png', 'ünï çödé.txt', '日本.csv', '', '...', 'a/b c?.md'])
      expect(attachmentPath('conv', 'id', name).split('/')).toHaveLength(3)
  })

  it('the path of a file keeps the letters, digits and the extension of its name', () => {
    expect(safeFileName('Brief v2 (final).pdf')).toBe('Brief-v2-final-.pdf')
    expect(safeFileName('../../etc/passwd')).toBe('etc-passwd')
    expect(safeFileName(`${'x'.repeat(300)}.png`).endsWith('.png')).toBe(true)
    expect(safeFileName('日本')).toBe('file')
  })
})

describe('the displayed name of a file', () => {
  it('the displayed name of a file contains no invisible characters and at most 255 characters', () => {
    expect(shownFileName('invoice\u202Efdp.exe')).toBe('invoicefdp.exe')
    expect(shownFileName('a\n\u200B\u00AD\u3164\u2028\u0085b.pdf')).toBe('ab.pdf')
    expect(shownFileName('Screenshot 3.04\u202FPM.png')).toBe('Screenshot 3.04 PM.png')
    expect(shownFileName('Fatura özeti (son) 日本.pdf')).toBe('Fatura özeti (son) 日本.pdf')
    expect(shownFileName(`${'x'.repeat(300)}.png`)).toHaveLength(255)
    expect(shownFileName('\u200B')).toBe('file')
  })
})
