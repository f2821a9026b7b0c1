// How many pixels a picture has, read from its own words. A browser needs four bytes for each of them,
// however small the file is: 17 kB can be 12,000 × 12,000.

/** Sides in pixels, and how often a decoder goes over them all: once for each scan of a JPEG, and without an end if it moves. */
export type PictureSize = { width: number; height: number; scans: number; moves: boolean }

/** Longest side of what members show of themselves, which every list draws, and of other pictures. */
export const MAX_SIDE: Record<string, number> = { avatars: 1024, attachments: 8000 }
/** A photo of 24 megapixels, as phones take them, needs 100 MB to be drawn. */
export const MAX_PIXELS = 25_000_000
/** Encoders make a dozen. An empty scan is 12 bytes of the file, and all pixels once more to the browser. */
export const MAX_SCANS = 30

/** The size of a picture of this kind; null where a browser could not read it either. */
export function pictureSize(kind: string, bytes: Uint8Array): PictureSize | null {
  const read = READERS[kind]
  if (!read) return null
  try {
    const size = read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    return size.width > 0 && size.height > 0 ? { scans: 1, moves: false, ...size } : null
  } catch (error) {
    // The file ends before its size is stated.
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

/** The header comes first and once: decoders differ in which of two they take. */
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

/** The frame header comes after tables and notes of any length, and the scans after it. */
function sizeOfJpeg(data: DataView): Read {
  let size = NO_SIZE
  let scans = 0
  for (let at = 2; at + 1 < data.byteLength;) {
    const marker = data.getUint8(at + 1)
    // Decoders skip what stands between two segments. Within a scan 0xff is followed by zero.
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
/** Markers without a length: decoders go on right behind them, and behind the reserved ones below 0xc0 as well. */
export const isAlone = (marker: number) => marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9)
/** SOF0 to SOF15; three numbers among them mean tables and extensions. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** A frame may be larger than the screen that the head names. */
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
