import assert from 'node:assert/strict'
import { contentOf, contentProblem } from './file-content.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const entry = (name: string) =>
  `PK\x03\x04${'\0'.repeat(22)}${String.fromCharCode(name.length)}\0\0\0${name}`
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const isContentOf = (type: string, content: Uint8Array) =>
  contentProblem('attachments', type, content) === null

const REAL: [type: string, head: string][] = [
  ['image/png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01'],
  ['image/jpeg', '\xff\xd8\xff\xe0\0\x06JFIF\xff\xc0\0\x11\x08\0\x01\0\x01\x03'],
  ['image/gif', 'GIF89a\x01\0\x01\0\0\0\0'],
  ['image/webp', 'RIFF\x24\0\0\0WEBPVP8 \x0a\0\0\0\0\0\0\x9d\x01\x2a\x01\0\x01\0'],
  ['video/mp4', '\0\0\0\x20ftypisom'],
  ['audio/mp4', '\0\0\0\x20ftypM4A '],
  ['video/quicktime', '\0\0\0\x14ftypqt  '],
  ['video/quicktime', '\0\0\0\x08wide'],
  ['video/webm', '\x1a\x45\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\x82\x84webm'],
  ['audio/mpeg', 'ID3\x03\0'],
  ['audio/mpeg', '\xff\xfb\x90\x64'],
  ['audio/ogg', 'OggS\0\x02'],
  ['application/pdf', '%PDF-1.7\n%\xe2\xe3'],
  ['application/zip', entry('photo.jpg')],
  ['application/zip', `PK\x05\x06${'\0'.repeat(18)}`],
  [WORD, entry('[Content_Types].xml')],
  [WORD, entry('word/document.xml')],
  ['text/plain', 'Hello,\r\n\tworld'],
  ['text/plain', ''],
  ['text/plain', '\xff\xfeH\0i\0'],
  ['text/csv', 'a;b\n\xe4;\xfc\n'],
  ['text/markdown', '# Title <script>'],
  ['application/json', '{"a": 1}'],
]

Deno.test('a file of the claimed type is accepted', () => {
  for (const [type, head] of REAL) assert.ok(isContentOf(type, bytes(head)), `${type} ${head}`)
})

Deno.test('a file of another type than the claimed one is refused', () => {
  const claims = [...new Set(REAL.map(([type]) => type))]
  const lies: [head: string, kind: string][] = [
    ['<!DOCTYPE html><script>alert(1)</script>', 'markup'],
    ['\xef\xbb\xbf \n<svg onload="alert(1)">', 'markup'],
    ['<?xml version="1.0"?><svg/>', 'markup'],
    ['MZ\x90\0\x03\0\0\0', 'unknown'],
    ['\x7fELF\x02\x01\x01\0', 'unknown'],
    ['\0\0\0\x18ftypheic', 'heif'],
  ]
  for (const [head, kind] of lies) {
    assert.equal(contentOf(bytes(head)), kind)
    for (const type of claims) assert.ok(!isContentOf(type, bytes(head)), `${type} ${head}`)
  }
  assert.ok(!isContentOf('image/png', bytes('%PDF-1.7')))
  assert.ok(!isContentOf('application/pdf', bytes('\x89PNG\r\n\x1a\n')))
  assert.ok(!isContentOf(WORD, bytes(entry('evil.exe'))))
  assert.ok(!isContentOf('text/plain', bytes('GIF89a')))
  assert.ok(!isContentOf('text/html', bytes('<html>')))
  assert.ok(!isContentOf('image/svg+xml', bytes('<svg>')))
})

Deno.test('a picture may be as large as its bucket allows', () => {
  const number = (value: number) => `\0\0${String.fromCharCode(value >> 8, value & 255)}`
  const png = (width: number, height = 1) =>
    bytes(`\x89PNG\r\n\x1a\n\0\0\0\rIHDR${number(width)}${number(height)}`)
  assert.equal(contentProblem('avatars', 'image/png', png(1024)), null)
  assert.equal(contentProblem('avatars', 'image/png', png(1025)), 'too_many_pixels')
  assert.equal(contentProblem('attachments', 'image/png', png(8000)), null)
  assert.equal(contentProblem('attachments', 'image/png', png(8001)), 'too_many_pixels')
  assert.equal(contentProblem('attachments', 'image/png', png(5000, 5000)), null)
  assert.equal(contentProblem('attachments', 'image/png', png(5000, 5001)), 'too_many_pixels')
  assert.equal(contentProblem('attachments', 'image/png', png(0)), 'content')
  assert.equal(contentProblem('attachments', 'image/png', bytes('\x89PNG\r\n\x1a\n')), 'content')
})
