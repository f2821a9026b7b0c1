import { randomUUID } from 'node:crypto'

/** Attribute of elements that exist only if a text was inserted as HTML. */
export const MARK = 'data-hostile'

const ELEMENTS = [
  `<script ${MARK}>alert(1)</script>`,
  `<img ${MARK} src=x: onerror=alert(2)>`,
  `<svg ${MARK} onload=alert(3)>`,
  `<a ${MARK} href="javascript:alert(4)">a</a>`,
  `<iframe ${MARK} srcdoc="<script>parent.alert(5)</script>"></iframe>`,
  `<style ${MARK}>*{display:none}</style>`,
]
/** Characters that would end an attribute, an element, a string or a template. */
const ESCAPES = `"'></title></textarea></template></script><!--\`\${alert(6)}{{7*7}}\\u003cb\\u003e`
/** A long word without a place for a line break, cut to the length of a name or a line where it is used. */
const WORD = 'Wxyz'.repeat(15)
const ODD = '\u202Edlrow\u202C 🧨👩‍👩‍👧‍👦 javascript:alert(7) %3Cscript%3E &lt;b&gt;'

/** All hostile parts that fit into the length; the first ones matter most. */
export function hostileText(most = 900): string {
  return [...ELEMENTS, ESCAPES, WORD, ODD]
    .reduce((text, next) => (text.length + next.length < most ? `${text} ${next}` : text), '')
    .trim()
}

/** A hostile line without bidirectional or invisible characters, which names and titles refuse. */
export const hostileLine = (most: number) =>
  `<img ${MARK} src=x: onerror=alert(8)>"'>${WORD}`.slice(0, most)
/** A name without a place for a line break. */
export const hostileName = () => `${WORD.slice(0, 44)}${randomUUID().slice(0, 8)}`

/** Visible text that each hostile text contains. */
export const READ = `<img ${MARK}`
/** A valid link with hostile parameters. */
export const hostileLink = 'https://example.com/?a=javascript:alert(9)&b=%3Cscript%3E'
