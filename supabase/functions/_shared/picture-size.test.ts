import assert from 'node:assert/strict'
import { contentProblem } from './file-content.ts'
import { pictureSize } from './picture-size.ts'

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? Array.from(part, (letter) => letter.charCodeAt(0)) : part,
    ),
  )
const u16 = (n: number) => [n >> 8, n & 255]
const le16 = (n: number) => [n & 255, n >> 8]
const u32 = (n: number) => [...u16(n >>> 16), ...u16(n & 0xffff)]
const le24 = (n: number) => [...le16(n & 0xffff), n >> 16]
const named = (name: string) => Array.from(name, (letter) => letter.charCodeAt(0))
const PNG = [0x89, ...named('PNG\r\n\x1a\n')]
const chunk = (name: string, length: number) => [
  ...u32(length),
  ...named(name),
  ...Array<number>(length + 4).fill(7),
]
const header = (width: number, height: number) => [
  ...u32(13),
  ...named('IHDR'),
  ...u32(width),
  ...u32(height),
  ...Array<number>(9).fill(0),
]
const frame = (marker: number, width: number, height: number) =>
  bytes([0xff, marker, 0, 17, 8, ...u16(height), ...u16(width), 3])
const gif = (width: number, height: number, ...rest: number[][]) =>
  bytes('GIF89a', le16(width), le16(height), [0, 0, 0], ...rest)
const picture = (left: number, top: number, width: number, height: number) => [
  0x2c,
  ...[left, top, width, height].flatMap(le16),
  0,
  2,
  1,
  0,
  0,
]

const SIZES: [string, string, Uint8Array, [number, number] | null][] = [
  [
    'png',
    'the header',
    bytes([0x89], 'PNG\r\n\x1a\n', u32(13), 'IHDR', u32(12_000), u32(3)),
    [12_000, 3],
  ],
  [
    'png',
    'the header before other chunks',
    bytes(PNG, header(40, 30), chunk('tEXt', 5), chunk('IDAT', 9), chunk('IEND', 0)),
    [40, 30],
  ],
  [
    'png',
    'a second header',
    bytes(PNG, header(1, 1), chunk('tEXt', 5), header(9000, 9000), chunk('IDAT', 9)),
    null,
  ],
  [
    'png',
    'another chunk before the header',
    bytes(PNG, chunk('CgBI', 4), header(9000, 9000)),
    null,
  ],
  ['png', 'a beginning alone', bytes([0x89], 'PNG\r\n\x1a\n'), null],
  ['png', 'no pixel', bytes([0x89], 'PNG\r\n\x1a\n', u32(13), 'IHDR', u32(0), u32(3)), null],
  ['jpeg', 'the frame', bytes([0xff, 0xd8], [...frame(0xc0, 40, 30)]), [40, 30]],
  ['jpeg', 'a progressive frame', bytes([0xff, 0xd8], [...frame(0xc2, 9000, 30)]), [9000, 30]],
  [
    'jpeg',
    'behind notes and tables of any length',
    bytes(
      [0xff, 0xd8],
      [0xff, 0xe1, ...u16(60_002)],
      Array<number>(60_000).fill(0xff),
      [0xff, 0xc4, 0, 3, 1],
      [7, 7, 0xff, 0xff],
      [...frame(0xc0, 9000, 8)],
    ),
    [9000, 8],
  ],
  [
    'jpeg',
    'a thumbnail inside the notes does not count',
    bytes(
      [0xff, 0xd8, 0xff, 0xe1],
      u16(20),
      [...frame(0xc0, 1, 1)].slice(0, 9),
      Array<number>(9).fill(0),
      [...frame(0xc0, 9000, 9)],
    ),
    [9000, 9],
  ],
  ['jpeg', 'no frame', bytes([0xff, 0xd8, 0xff, 0xd9]), null],
  ['gif', 'the screen', gif(20, 10), [20, 10]],
  [
    'gif',
    'a frame that is larger than the screen',
    gif(1, 1, [0x21, 0xf9, 2, 0, 0, 0], picture(0, 0, 5, 5), picture(10, 0, 9000, 7), [0x3b]),
    [9010, 7],
  ],
  [
    'webp',
    'a canvas',
    bytes('RIFF', u32(0), 'WEBPVP8X', u32(10), [0, 0, 0, 0], le24(11_999), le24(4)),
    [12_000, 5],
  ],
  [
    'webp',
    'lossless',
    bytes('RIFF', u32(0), 'WEBPVP8L', u32(10), [0x2f], [0xff, 0xff, 0xff, 0x0f]),
    [16_384, 16_384],
  ],
  [
    'webp',
    'lossy',
    bytes('RIFF', u32(0), 'WEBPVP8 ', u32(10), [0, 0, 0, 0x9d, 0x01, 0x2a], le16(9000), le16(4)),
    [9000, 4],
  ],
  ['pdf', 'no picture', bytes('%PDF-1.7'), null],
]

for (const [kind, what, content, size] of SIZES)
  Deno.test(`the size of a picture is read (${kind}, ${what})`, () => {
    const found = pictureSize(kind, content)
    assert.deepEqual(found && [found.width, found.height], size)
  })

Deno.test('the scans of a JPEG are counted, but not those in comments or after its end', () => {
  const scan = [0xff, 0xda, 0, 6, 1, 1, 0, 0, 7, 0xff, 0, 0xda, 0xff, 0xd0, 7]
  const note = [0xff, 0xe1, ...u16(2 + scan.length), ...scan]
  const content = bytes(
    [0xff, 0xd8],
    note,
    [...frame(0xc2, 40, 30)],
    Array<number>(9).fill(0),
    // A reserved marker has no length field, so the next bytes are read as markers.
    [0xff, 0x02, 0x02, 0x00],
    ...Array.from({ length: 31 }, () => scan),
    [0xff, 0xd9],
    scan,
  )
  assert.equal(pictureSize('jpeg', content)?.scans, 31)
  assert.equal(contentProblem('attachments', 'image/jpeg', content), 'too_many_pixels')
  assert.equal(contentProblem('attachments', 'image/jpeg', content.subarray(0, -60)), null)
})

Deno.test('an animated picture is accepted as an attachment, and not as an avatar', () => {
  const webp = (flags: number) =>
    bytes('RIFF', u32(0), 'WEBPVP8X', u32(10), [flags, 0, 0, 0], le24(9), le24(4))
  const pictures: [type: string, still: Uint8Array, moving: Uint8Array][] = [
    [
      'gif',
      gif(9, 5, picture(0, 0, 5, 5), [0x3b]),
      gif(9, 5, picture(0, 0, 5, 5), picture(0, 0, 5, 5), [0x3b]),
    ],
    [
      'png',
      bytes(PNG, header(9, 5), chunk('IDAT', 9)),
      bytes(PNG, header(9, 5), chunk('acTL', 8), chunk('IDAT', 9)),
    ],
    ['webp', webp(0), webp(2)],
  ]
  for (const [type, still, moving] of pictures) {
    assert.equal(contentProblem('avatars', `image/${type}`, still), null)
    assert.equal(contentProblem('avatars', `image/${type}`, moving), 'too_many_pixels')
    assert.equal(contentProblem('attachments', `image/${type}`, moving), null)
  }
})
