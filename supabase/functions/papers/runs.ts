import bidiFactory from 'bidi-js'

// The PDF library draws a text with Arabic words completely from right to left, so that digits in it are reversed.
// Therefore each run of one direction and one font is drawn separately, in its visual order.

// The types declare an ES module, but the package is CommonJS.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

export type Run<Font> = { text: string; font: Font }

/** The writing direction of a text, which all its lines use. */
export const directionOf = (text: string): 'ltr' | 'rtl' =>
  (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr'

/** The runs of a line from left to right. */
export function runsOf<Font>(
  line: string,
  direction: 'ltr' | 'rtl',
  fontOf: (sign: string) => Font,
): Run<Font>[] {
  const levels = bidi.getEmbeddingLevels(line, direction)
  const runs: (Run<Font> & { level: number; isArabic: boolean })[] = []
  const runAt: number[] = []
  for (const sign of line) {
    const level = levels.levels[runAt.length] ?? 0
    const isArabic = /\p{scx=Arabic}/u.test(sign)
    const font = fontOf(sign)
    const text = (level % 2 === 1 && bidi.getMirroredCharacter(sign)) || sign
    const last = runs.at(-1)
    const isSame = last?.font === font && last.level === level && last.isArabic === isArabic
    // Arabic digits, and characters of other scripts within right-to-left text, are drawn one by one.
    if (last && isSame && isArabic === (level % 2 === 1)) last.text += text
    else runs.push({ text, font, level, isArabic })
    for (let unit = 0; unit < sign.length; unit++) runAt.push(runs.length - 1)
  }
  const order = bidi.getReorderedIndices(line, levels).map((index) => runAt[index] ?? 0)
  return [...new Set(order)].map((index) => runs[index]).filter((run) => run !== undefined)
}
