/** An element with this attribute was made of a text. */
export const MARK = 'data-hostile'

const ELEMENTS = [
  `<script ${MARK}>alert(1)</script>`,
  `<img ${MARK} src=x: onerror=alert(2)>`,
  `<svg ${MARK} onload=alert(3)>`,
  `<a ${MARK} href="javascript:alert(4)">a</a>`,
  `<iframe ${MARK} srcdoc="<script>parent.alert(5)</script>"></iframe>`,
  `<style ${MARK}>*{display:none}</style>`,
]
/** What would end the place where the text is inserted, and begin another. */
const ESCAPES = `"'></title></textarea></template></script><!--\`\${alert(6)}{{7*7}}\\u003cb\\u003e`
/** Nothing breaks it, and a name or a line may be no longer. */
const WORD = 'Wxyz'.repeat(15)
const ODD = '\u202Edlrow\u202C 🧨👩‍👩‍👧‍👦 javascript:alert(7) %3Cscript%3E &lt;b&gt;'

/** As much of it as fits; the first elements matter most. */
export function hostileText(most = 900): string {
  return [...ELEMENTS, ESCAPES, WORD, ODD]
    .reduce((text, next) => (text.length + next.length < most ? `${text} ${next}` : text), '')
    .trim()
}

/** A line without marks that turn or hide: where names and titles allow none. */
export const hostileLine = (most: number) =>
  `<img ${MARK} src=x: onerror=alert(8)>"'>`.slice(0, most)

/** Part of each of them, as a person reads it. */
export const READ = `<img ${MARK}`
/** Of a link that is really one. */
export const hostileLink = 'https://example.com/?a=javascript:alert(9)&b=%3Cscript%3E'
