import bidiFactory from 'bidi-js'

// The library for PDF draws Arabic words from right to left, and with them all that stands in the same text: digits
// come out reversed. So each run of one direction and one font is drawn alone, in the order of the screen.

// The package says that it is an ES module, and is none.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

export type Run<Font> = { text: string; font: Font }

/** Whether a text begins from the left or from the right; its lines do alike. */
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
    // Arabic digits, and what else stands between words from right to left, are drawn sign by sign.
    if (last && isSame && isArabic === (level % 2 === 1)) last.text += text
    else runs.push({ text, font, level, isArabic })
    for (let unit = 0; unit < sign.length; unit++) runAt.push(runs.length - 1)
  }
  const order = bidi.getReorderedIndices(line, levels).map((index) => runAt[index] ?? 0)
  return [...new Set(order)].map((index) => runs[index]).filter((run) => run !== undefined)
}
