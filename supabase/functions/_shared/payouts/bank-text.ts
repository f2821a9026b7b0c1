/** Letters that Unicode does not decompose into a basic letter and an accent. */
const LETTERS: Record<string, string> = {
  ß: 'ss', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', đ: 'd', Đ: 'D', ð: 'd', Ð: 'D',
  þ: 'th', Þ: 'Th', ł: 'l', Ł: 'L', ı: 'i', ĳ: 'ij', '&': '+', '’': "'", '–': '-', _: '-',
} // prettier-ignore

/**
 * Converts a name to the characters that every bank accepts: basic Latin, digits and a few signs. Ş becomes S.
 * A letter of another alphabet becomes a full stop.
 */
export function bankText(text: string, most: number): string {
  const plain = [...text.normalize('NFD')]
    .filter((letter) => !/\p{M}/u.test(letter))
    .map((letter) => LETTERS[letter] ?? letter)
    .join('')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, '.')
    .replace(/\s+/g, ' ')
    .trim()
  // A field must not begin or end with a slash, nor contain two slashes in a row.
  return (
    plain
      .replace(/\/{2,}/g, '/')
      .replace(/^\/|\/$/g, '')
      .slice(0, most)
      .trim() || '.'
  )
}
