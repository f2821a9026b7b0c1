import { describe, expect, it } from 'vitest'
import { withoutMetadata } from './without-metadata.ts'

type Part = string | number[]
const bytes = (...parts: Part[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? Array.from(part, (letter) => letter.charCodeAt(0)) : part,
    ),
  )
const u16 = (n: number) => [n >> 8, n & 255]
const u32 = (n: number) => [...u16(n >>> 16), ...u16(n & 0xffff)]
const le32 = (n: number) => u32(n).toReversed()

async function cleaned(type: string, ...parts: Part[]) {
  const file = new File([bytes(...parts)], 'holiday', { type })
  return new Uint8Array(await (await withoutMetadata(file)).arrayBuffer())
}

const PLACE = '40.7484N 73.9857W'
const segment = (marker: number, ...parts: Part[]): number[] => {
  const content = [...bytes(...parts)]
  return [0xff, marker, ...u16(content.length + 2), ...content]
}
const exif = (orientation: number) =>
  segment(
    0xe1,
    'Exif\0\0II*\0',
    le32(8),
    [1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0],
    le32(0),
    PLACE,
  )
const START = [0xff, 0xd8]
const FRAME = segment(0xc0, [8, 0, 1, 0, 1, 1, 1, 17, 0])
// Scan data with an escaped 0xff, a restart marker, and a table between two scans.
const SCAN = segment(0xda, [1, 1, 0, 0, 63, 0])
const SCANS = [SCAN, [1, 0xff, 0, 2, 0xff, 0xd0, 3], segment(0xc4, [0]), SCAN, [4, 5]].flat()
const END = [0xff, 0xd9]

describe('a photo', () => {
  it('a photo loses the metadata about location and camera, and nothing else', async () => {
    const icc = segment(0xe2, 'ICC_PROFILE\0', [1])
    const notes = [segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${PLACE}`), segment(0xed, PLACE)]
    const more = [segment(0xfe, PLACE), segment(0xe2, 'MPF\0', [1])]
    const appended = [...START, ...exif(1), ...FRAME, ...SCANS, ...END]
    const found = await cleaned(
      ...([
        'image/jpeg',
        START,
        exif(1),
        ...notes,
        icc,
        ...more,
        FRAME,
        SCANS,
        END,
        appended,
      ] as const),
    )
    expect(found).toEqual(bytes(START, icc, FRAME, SCANS, END))
  })

  it('a photo keeps its orientation', async () => {
    const found = await cleaned('image/jpeg', START, exif(6), FRAME, SCANS, END)
    const turn = segment(
      0xe1,
      'Exif\0\0MM\0*',
      u32(8),
      [0, 1, 1, 0x12, 0, 3],
      u32(1),
      [0, 6, 0, 0],
      u32(0),
    )
    expect(found).toEqual(bytes(START, turn, FRAME, SCANS, END))
  })

  it('a truncated photo stays unchanged, because the check of the server refuses it', async () => {
    expect(await cleaned('image/jpeg', START, FRAME)).toEqual(bytes(START, FRAME))
  })
})

it('a PNG loses its text chunks, and any bytes after its end', async () => {
  const chunk = (type: string, content: string) => [
    ...bytes(u32(content.length), type, content, u32(0)),
  ]
  const kept = ['\x89PNG\r\n\x1a\n', chunk('IHDR', 'x'.repeat(13)), chunk('IDAT', 'abc')]
  const notes = ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'].map((type) => chunk(type, PLACE))
  const end = chunk('IEND', '')
  expect(await cleaned('image/png', ...kept, ...notes, end, PLACE)).toEqual(bytes(...kept, end))
})

it('a WebP loses its EXIF and XMP chunks and the flags that announce them', async () => {
  const chunk = (type: string, content: Part) => {
    const inner = [...bytes(content)]
    return [...bytes(type, le32(inner.length), inner, inner.length % 2 ? [0] : [])]
  }
  const picture = chunk('VP8 ', 'abc')
  const canvas = (flags: number) => chunk('VP8X', [flags, ...Array<number>(9).fill(0)])
  const rest = [picture, chunk('EXIF', PLACE), chunk('XMP ', PLACE)]
  const found = await cleaned('image/webp', 'RIFF', le32(999), 'WEBP', canvas(0x1c), ...rest)
  const size = 4 + canvas(0).length + picture.length
  expect(found).toEqual(bytes('RIFF', le32(size), 'WEBP', canvas(0x10), picture))
})

it('a video loses its location by boxes that are overwritten, so its file length stays the same', async () => {
  const box = (type: string, ...parts: Part[]) => {
    const inner = [...bytes(...parts)]
    return [...bytes(u32(inner.length + 8), type, inner)]
  }
  const film = (udta: string, meta: string) => [
    ...box('ftyp', 'isom'),
    ...box('mdat', 'udta'),
    ...box(
      'moov',
      box('trak', box(udta, PLACE), box('mdia', 'x')),
      box(udta, PLACE),
      box(meta, 'x'),
    ),
  ]
  for (const type of ['video/mp4', 'video/quicktime'])
    expect(await cleaned(type, film('udta', 'meta'))).toEqual(bytes(film('free', 'free')))
})

it('a file of another type is sent unchanged', async () => {
  expect(await cleaned('application/pdf', `%PDF ${PLACE}`)).toEqual(bytes(`%PDF ${PLACE}`))
})
