// Reads from a picture file how many pixels it has. A browser needs four bytes of memory for each pixel,
// however small the file is: a file of 17 kB can have 12,000 × 12,000 pixels.

/** Sides in pixels; `scans`: how often a decoder draws all pixels (once for each scan of a JPEG); `moves`: animated. */
export type PictureSize = { width: number; height: number; scans: number; moves: boolean }

/** The longest side in pixels by bucket. Avatars are drawn in every list, so they have to be small. */
export const MAX_SIDE: Record<string, number> = { avatars: 1024, attachments: 8000 }
/** The most pixels of a picture. A phone's photo of 24 megapixels needs 100 MB to be drawn. */
export const MAX_PIXELS = 25_000_000
/** The most scans of a JPEG; encoders make a dozen. An empty scan has 12 bytes, but a browser draws all pixels again. */
export const MAX_SCANS = 30

/** The size of a picture of this kind; null if its size cannot be read. */
export function pictureSize(kind: string, bytes: Uint8Array): PictureSize | null {
  const read = READERS[kind]
  if (!read) return null
  try {
    const size = read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    return size.width > 0 && size.height > 0 ? { scans: 1, moves: false, ...size } : null
  } catch (error) {
    // The file ends before the place of its size.
    if (error instanceof RangeError) return null
    throw error
  }
}

type Read = Pick<PictureSize, 'width' | 'height'> & Partial<PictureSize>
const READERS: Record<string, (data: DataView) => Read> = {
  png: sizeOfPng,
  jpeg: sizeOfJpeg,
  gif: sizeOfGif,
  webp: sizeOfWebp,
}

const IHDR = 0x49484452
const ACTL = 0x6163544c
const NO_SIZE: Read = { width: 0, height: 0 }

/** The size of a PNG. Its header has to come first and only once, because decoders differ in which of two they use. */
function sizeOfPng(data: DataView): Read {
  if (data.getUint32(8) !== 13 || data.getUint32(12) !== IHDR) return NO_SIZE
  let moves = false
  for (let at = 33; at + 8 <= data.byteLength; at += 12 + data.getUint32(at)) {
    const chunk = data.getUint32(at + 4)
    if (chunk === IHDR) return NO_SIZE
    if (chunk === ACTL) moves = true
  }
  return { width: data.getUint32(16), height: data.getUint32(20), moves }
}

/** The size of a JPEG. Its frame header comes after tables and comments of any length, its scans after the header. */
function sizeOfJpeg(data: DataView): Read {
  let size = NO_SIZE
  let scans = 0
  for (let at = 2; at + 1 < data.byteLength;) {
    const marker = data.getUint8(at + 1)
    // Decoders skip bytes between two segments. Within a scan, a byte 0xff of the data is followed by zero.
    if (data.getUint8(at) !== 0xff || marker === 0xff || marker === 0) at += 1
    else if (marker === END) break
    else if (isAlone(marker)) at += 2
    else {
      if (isFrame(marker) && size === NO_SIZE)
        size = { height: data.getUint16(at + 5), width: data.getUint16(at + 7) }
      if (marker === SCAN) scans += 1
      at += 2 + (at + 3 < data.byteLength ? data.getUint16(at + 2) : 0)
    }
  }
  return { ...size, scans }
}

const SCAN = 0xda
const END = 0xd9
/** True for a JPEG marker without a length field, after which the next marker follows; so are reserved ones below 0xc0. */
export const isAlone = (marker: number) => marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9)
/** True for a frame header (SOF0 to SOF15), except three numbers in that range for tables and extensions. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** The size of a GIF. A frame may be larger than the canvas size in the header. */
function sizeOfGif(data: DataView): Read {
  let width = data.getUint16(6, true)
  let height = data.getUint16(8, true)
  let at = 13 + colours(data.getUint8(10))
  for (let frames = 0; ;) {
    const block = at < data.byteLength ? data.getUint8(at) : 0
    if (block === 0x21) at = afterParts(data, at + 2)
    else if (block === 0x2c) {
      const [left = 0, top = 0, wide = 0, tall = 0] = [1, 3, 5, 7].map((place) =>
        data.getUint16(at + place, true),
      )
      width = Math.max(width, left + wide)
      height = Math.max(height, top + tall)
      at = afterParts(data, at + 11 + colours(data.getUint8(at + 9)))
      frames += 1
    } else return { width, height, moves: frames > 1 }
  }
}

const colours = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

function afterParts(data: DataView, start: number): number {
  let at = start
  while (at < data.byteLength && data.getUint8(at) > 0) at += 1 + data.getUint8(at)
  return at + 1
}

function sizeOfWebp(data: DataView): Read {
  const chunk = data.getUint32(12)
  if (chunk === 0x56503858) {
    const moves = (data.getUint8(20) & 2) > 0 // VP8X
    return { width: 1 + triple(data, 24), height: 1 + triple(data, 27), moves }
  }
  if (chunk === 0x5650384c) {
    const bits = data.getUint32(21, true) // VP8L
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) }
  }
  return { width: data.getUint16(26, true) & 0x3fff, height: data.getUint16(28, true) & 0x3fff }
}

const triple = (data: DataView, at: number) =>
  data.getUint16(at, true) + 65536 * data.getUint8(at + 2)
