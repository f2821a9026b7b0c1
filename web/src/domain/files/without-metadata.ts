import { isAlone } from '../../../../supabase/functions/_shared/picture-size.ts'

// Removes metadata such as the location from photos and videos before the upload. The picture itself
// is not encoded again.

/** Returns the file without locations, device names and comments; files of other types are returned unchanged. */
export async function withoutMetadata(file: File): Promise<File> {
  const clean = CLEANERS[file.type]
  if (!clean) return file
  try {
    return new File(await clean(file), file.name, { type: file.type, lastModified: 0 })
  } catch (error) {
    // The file is truncated; the server's check will refuse it.
    if (error instanceof RangeError) return file
    throw error
  }
}

type Bytes = Uint8Array<ArrayBuffer>

/** Cleans a picture, which is read as a whole; a video would be too large for that. */
const whole = (clean: (content: Bytes) => Bytes[]) => async (file: File) =>
  clean(new Uint8Array(await file.arrayBuffer()))

const CLEANERS: Record<string, (file: File) => Promise<BlobPart[]>> = {
  'image/jpeg': whole(cleanJpeg),
  'image/png': whole(cleanPng),
  'image/webp': whole(cleanWebp),
  'video/mp4': cleanVideo,
  'video/quicktime': cleanVideo,
  'audio/mp4': cleanVideo,
}

const viewOf = (bytes: Bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const textAt = (bytes: Bytes, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length))

const SCAN = 0xda
const END = 0xd9

/** Copies the segments up to the first end marker, because phones append further pictures with their own metadata. */
function cleanJpeg(content: Bytes): Bytes[] {
  const data = viewOf(content)
  const kept: Bytes[] = []
  let orientation = 1
  for (let at = 2; ;) {
    while (data.getUint8(at) !== 0xff) at += 1
    const marker = data.getUint8(at + 1)
    if (marker === END) break
    if (marker === 0xff) {
      at += 1
      continue
    }
    let end = at + 2 + (isAlone(marker) ? 0 : data.getUint16(at + 2))
    if (marker === SCAN) end = endOfScan(data, end)
    const segment = content.subarray(at, end)
    if (marker === 0xe1) orientation = orientationOf(segment) ?? orientation
    else if (!isNote(marker, segment)) kept.push(segment)
    at = end
  }
  const turned = orientation > 1 && orientation <= 8 ? [onlyOrientation(orientation)] : []
  return [Uint8Array.of(0xff, 0xd8), ...turned, ...kept, Uint8Array.of(0xff, END)]
}

/** True for comments and application data, but not for colour data (APP2, APP14), which the picture needs. */
const isNote = (marker: number, segment: Bytes) =>
  marker === 0xfe ||
  (marker > 0xe0 &&
    marker <= 0xef &&
    marker !== 0xee &&
    !(marker === 0xe2 && textAt(segment, 4, 11) === 'ICC_PROFILE'))

/** Finds the end of a scan: the first 0xff that is followed by neither zero nor a restart marker. */
function endOfScan(data: DataView, start: number): number {
  for (let at = start; ; at += 1) {
    const next = data.getUint8(at) === 0xff ? data.getUint8(at + 1) : 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
}

/** Orientation of the camera in an EXIF segment; null if the segment has none. */
function orientationOf(segment: Bytes): number | null {
  if (textAt(segment, 4, 4) !== 'Exif') return null
  const data = viewOf(segment.subarray(10))
  const little = data.getUint16(0) === 0x4949
  const list = data.getUint32(4, little)
  for (let n = 0; n < data.getUint16(list, little); n += 1) {
    const at = list + 2 + 12 * n
    if (data.getUint16(at, little) === 0x0112) return data.getUint16(at + 8, little)
  }
  return null
}

const BEFORE_ORIENTATION = [0xffe1, 34, 0x4578, 0x6966, 0, 0x4d4d, 42, 0, 8, 1, 0x0112, 3, 0, 1]
const onlyOrientation = (orientation: number) =>
  Uint8Array.from(
    [...BEFORE_ORIENTATION, orientation, 0, 0, 0].flatMap((word) => [word >> 8, word & 0xff]),
  )

const PNG_NOTES = ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME']

function cleanPng(content: Bytes): Bytes[] {
  const data = viewOf(content)
  const kept = [content.subarray(0, 8)]
  for (let at = 8; ;) {
    const end = at + 12 + data.getUint32(at)
    const type = textAt(content, at + 4, 4)
    if (!PNG_NOTES.includes(type)) kept.push(content.subarray(at, end))
    if (type === 'IEND') return kept
    at = end
  }
}

function cleanWebp(content: Bytes): Bytes[] {
  const data = viewOf(content)
  const kept: Bytes[] = []
  for (let at = 12; at < content.length;) {
    const size = data.getUint32(at + 4, true)
    const end = at + 8 + size + (size % 2)
    const type = textAt(content, at, 4)
    const chunk = content.slice(at, end)
    // Clears the flags for the EXIF and XMP chunks, which are left out.
    if (type === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~0x0c
    if (type !== 'EXIF' && type !== 'XMP ') kept.push(chunk)
    at = end
  }
  const head = content.slice(0, 12)
  const size = kept.reduce((sum, chunk) => sum + chunk.length, 4)
  viewOf(head).setUint32(4, size, true)
  return [head, ...kept]
}

const NOTES_IN_VIDEO = ['udta', 'meta', 'uuid']

/** Overwrites the metadata boxes with `free` boxes of equal size, so that offsets into the file stay valid. */
async function cleanVideo(file: File): Promise<BlobPart[]> {
  const parts: BlobPart[] = []
  let kept = 0
  for (const at of await notesIn(file, 0, file.size)) {
    parts.push(file.slice(kept, at + 4), 'free')
    kept = at + 8
  }
  return [...parts, file.slice(kept)]
}

/** Finds the positions of the metadata boxes by reading only the headers of boxes. */
async function notesIn(file: File, start: number, end: number): Promise<number[]> {
  const found: number[] = []
  for (let at = start; at + 8 <= end;) {
    const head = new Uint8Array(await file.slice(at, at + 16).arrayBuffer())
    const data = viewOf(head)
    const short = data.getUint32(0)
    const size = short === 0 ? end - at : short === 1 ? Number(data.getBigUint64(8)) : short
    if (size < 8) break
    const type = textAt(head, 4, 4)
    if (type === 'moov' || type === 'trak')
      found.push(...(await notesIn(file, at + 8, Math.min(end, at + size))))
    else if (NOTES_IN_VIDEO.includes(type)) found.push(at)
    at += size
  }
  return found
}
