import { MAX_PIXELS, MAX_SCANS, MAX_SIDE, pictureSize } from './picture-size.ts'

/* oxlint-disable no-control-regex -- signatures of files are made of them */
// Detects a file's type from its bytes. The worker compares it with the type that an upload claimed; the client
// checks a file before uploading it. Only the types that the buckets allow are known here.

/** The number of bytes at the start of a file that are read to detect its type. */
export const HEAD_BYTES = 4096

const GROUPS: Record<string, string[]> = {
  'image/png': ['png'],
  'image/jpeg': ['jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'video/mp4': ['mp4'],
  'audio/mp4': ['mp4'],
  'video/quicktime': ['quicktime', 'mp4'],
  'video/webm': ['webm'],
  'audio/mpeg': ['mpeg-audio'],
  'audio/ogg': ['ogg'],
  'application/pdf': ['pdf'],
  'application/zip': ['zip', 'office'],
  'text/plain': ['text'],
  'text/csv': ['text'],
  'text/markdown': ['text'],
  'application/json': ['text'],
}
const OFFICE = 'application/vnd.openxmlformats-officedocument.'

/** Why a bucket may not keep a file of this claimed type; null when it may. */
export function contentProblem(
  bucket: string,
  type: string,
  content: Uint8Array,
): 'content' | 'too_many_pixels' | null {
  const groups = type.startsWith(OFFICE) ? ['office'] : (GROUPS[type] ?? [])
  const found = contentOf(content)
  if (!groups.includes(found)) return 'content'
  if (!type.startsWith('image/')) return null
  const size = pictureSize(found, content)
  if (!size) return 'content'
  const { width, height, scans, moves } = size
  const isSmall = Math.max(width, height) <= (MAX_SIDE[bucket] ?? 0) && width * height <= MAX_PIXELS
  // Every list shows avatars, so an animated one would keep each visitor's processor busy.
  return isSmall && scans <= MAX_SCANS && !(moves && bucket === 'avatars')
    ? null
    : 'too_many_pixels'
}

/** The kind of content, by a name of this module; `markup` or `unknown` if no type of the buckets fits. */
export function contentOf(content: Uint8Array): string {
  const head = content.subarray(0, HEAD_BYTES)
  const start = latin(head.subarray(0, 64))
  const found = SIGNATURES.find(([, pattern]) => pattern.test(start))?.[0]
  if (found === 'zip') return isOffice(head) ? 'office' : 'zip'
  return found ?? textOf(head)
}

const SIGNATURES: [name: string, pattern: RegExp][] = [
  ['png', /^\x89PNG\r\n\x1a\n/],
  ['jpeg', /^\xff\xd8\xff/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF[^]{4}WEBP/],
  ['pdf', /^%PDF-/],
  ['zip', /^PK(\x03\x04|\x05\x06)/],
  ['ogg', /^OggS/],
  ['webm', /^\x1a\x45\xdf\xa3[^]*webm/],
  ['mpeg-audio', /^(ID3|\xff[\xe2-\xe7\xf2-\xf7\xfa-\xfb])/],
  ['quicktime', /^[^]{4}(ftypqt {2}|moov|mdat|wide|free|skip|pnot)/],
  // HEIF and AVIF pictures use the same container as MP4, so they are matched first.
  ['heif', /^[^]{4}ftyp(hei|hev|mif1|msf1|avi[fs])/],
  ['mp4', /^[^]{4}ftyp/],
]

/** True for an Office document: a zip archive whose first entry has one of a few names. */
function isOffice(head: Uint8Array): boolean {
  const nameLength = (head[26] ?? 0) + 256 * (head[27] ?? 0)
  const name = latin(head.subarray(30, 30 + nameLength))
  return /^(\[Content_Types\]\.xml|_rels\/|docProps\/|customXml\/|word\/|xl\/|ppt\/)/.test(name)
}

function textOf(head: Uint8Array): string {
  const isWide = /^(\xff\xfe|\xfe\xff)/.test(latin(head.subarray(0, 2)))
  const text = isWide ? wide(head) : latin(head)
  // The only control characters in a text file are tabs, line ends, form feeds and escapes.
  if (/[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]/.test(text)) return 'unknown'
  const isMarkup = /^(\xef\xbb\xbf)?\s*<(!doctype\s+html|html|head|body|script|svg|iframe|\?xml)/i
  return isMarkup.test(text) ? 'markup' : 'text'
}

function wide(head: Uint8Array): string {
  const encoding = head[0] === 0xff ? 'utf-16le' : 'utf-16be'
  return new TextDecoder(encoding).decode(head.subarray(0, head.length & ~1))
}

/** The bytes as a string with one character for each byte (Latin-1). */
const latin = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
