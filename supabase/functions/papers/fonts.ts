import fontkit from '@cantoo/fontkit'
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib'
import decompress from 'woff2-encoder/decompress'
import { siteUrl } from '../_shared/environment.ts'
import { Refusal } from '../_shared/errors.ts'
import notoSans from './noto-sans.json' with { type: 'json' }

// The function contains a font for Latin, Greek and Cyrillic. Fonts of other scripts are too large for it: the website
// serves them in slices of some hundred characters (web/build/paper-fonts.ts), and a paper fetches the slices it needs.

type Slice = { file: string; ranges: [number, number][] }
/** Reads a file of the website's folder of fonts. */
export type ReadFont = (file: string) => Promise<Uint8Array>

const kept = new Map<string, Promise<Uint8Array>>()

export const fontOfSite: ReadFont = (file) => {
  const bytes = kept.get(file) ?? fetched(`${siteUrl()}/paper-fonts/${file}`)
  kept.set(file, bytes)
  bytes.catch(() => kept.delete(file))
  return bytes
}

async function fetched(address: string): Promise<Uint8Array> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) })
    // The website answers with its HTML page when it does not have the file.
    if (!answer.ok || answer.headers.get('content-type')?.startsWith('text/html'))
      throw new Error(`${address} answered ${answer.status}.`)
    return await answer.bytes()
  } catch (cause) {
    throw new Refusal(503, 'paper_font_missing', { cause })
  }
}

const BOX = '□'
/** The most slices that one paper fetches. Rare characters may need a slice each, and a function's time is limited. */
const SLICES_OF_PAPER = 40

/** Finds the font of each character. A character that no font has, such as an emoji, is drawn as a box. */
export async function fontsOf(document: PDFDocument, text: string, read: ReadFont) {
  document.registerFontkit(upright)
  const embedded = new Map<string, Promise<Font>>()
  const embed = async (bytes: Uint8Array): Promise<Font> => {
    const font = await document.embedFont(bytes, { subset: true })
    return { font, signs: new Set(font.getCharacterSet()) }
  }
  const slicesUpTo = (most: number) => (file: string) => {
    const known = embedded.get(file)
    if (known || embedded.size >= most) return known
    const font = read(file).then(decompress).then(embed)
    embedded.set(file, font)
    return font
  }
  const own = await embed(decoded(notoSans.base64))
  const fonts = new Map<number, PDFFont>()
  const codes = new Set(Array.from(text, codeOf)).difference(own.signs)
  const index = codes.size > 0 ? await indexOf(read) : []
  for (const code of codes) {
    const font = await fontOfCode(code, index, slicesUpTo(SLICES_OF_PAPER))
    if (font) fonts.set(code, font)
  }
  const missing = codes.difference(fonts)
  const box = missing.size > 0 && (await fontOfCode(codeOf(BOX), index, slicesUpTo(Infinity)))
  if (box) fonts.set(codeOf(BOX), box)
  return {
    fontOf: (sign: string) => fonts.get(codeOf(sign)) ?? own.font,
    drawable: (line: string) =>
      Array.from(line, (sign) => {
        if (!missing.has(codeOf(sign))) return sign
        return /\p{Default_Ignorable_Code_Point}/u.test(sign) ? '' : BOX
      }).join(''),
  }
}

const codeOf = (sign: string) => sign.codePointAt(0) ?? 0

type Font = { font: PDFFont; signs: Set<number> }

/** The font of a character. A slice may lack a character that the index lists, so every slice that lists it is tried. */
async function fontOfCode(
  code: number,
  index: Slice[],
  slice: (file: string) => Promise<Font> | undefined,
): Promise<PDFFont | undefined> {
  for (const { file, ranges } of index) {
    if (!ranges.some(([from, to]) => code >= from && code <= to)) continue
    const found = await slice(file)
    if (found?.signs.has(code)) return found.font
  }
  return undefined
}

async function indexOf(read: ReadFont): Promise<Slice[]> {
  const index: { file: string; signs: string }[] = JSON.parse(
    new TextDecoder().decode(await read('index.json')),
  )
  return index.map(({ file, signs }) => ({ file, ranges: signs.split(',').map(rangeOf) }))
}

/** Parses a range of character codes, `U+600-6FF` or `U+200C`. */
function rangeOf(range: string): [number, number] {
  const [from = '', to = from] = range.trim().slice(2).split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
}

const decoded = (base64: string) => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))

/** Opens variable fonts in their regular weight. simpleGlyph replaces the library's encoder of glyphs, which fails. */
const upright = {
  create(bytes: Uint8Array) {
    const font = fontkit.create(bytes)
    if (!('variationAxes' in font) || !font.variationAxes.wght) return font
    const regular = font.getVariation({ wght: 400 })
    const createSubset = regular.createSubset.bind(regular)
    regular.createSubset = () =>
      Object.assign(createSubset(), { glyphEncoder: { encodeSimple: simpleGlyph } })
    return regular
  },
}

type Command = { command: string; args: number[] }

/** Encodes an outline for TrueType's table `glyf`: each point has a flag and two whole numbers. */
export function simpleGlyph({ commands }: { commands: Command[] }): Uint8Array {
  const ends: number[] = []
  const points: { x: number; y: number; isOn: boolean }[] = []
  for (const { command, args } of commands) {
    if (command === 'closePath') ends.push(points.length - 1)
    for (let at = 0; at < args.length; at += 2) {
      const [x = 0, y = 0] = args.slice(at, at + 2).map(Math.round)
      points.push({ x, y, isOn: at === args.length - 2 })
    }
  }
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const steps = (all: number[]) => all.map((value, at) => value - (all[at - 1] ?? 0))
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  const head = [ends.length, ...box, ...ends, 0]
  const words = [...steps(xs), ...steps(ys)]
  const size = 2 * head.length + points.length + 2 * words.length
  const view = new DataView(new ArrayBuffer(size + (-size & 3)))
  head.forEach((word, at) => view.setInt16(2 * at, word))
  points.forEach(({ isOn }, at) => view.setUint8(2 * head.length + at, isOn ? 1 : 0))
  words.forEach((word, at) => view.setInt16(2 * head.length + points.length + 2 * at, word))
  return new Uint8Array(view.buffer)
}
