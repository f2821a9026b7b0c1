import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MemberText, QuotedText } from './member-text.tsx'

const shownIn = (text: string, hasLinks: boolean) =>
  renderToStaticMarkup(<MemberText text={text} hasLinks={hasLinks} />)

const linksIn = (text: string) => {
  const shown = shownIn(text, true)
  return [...shown.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href)
}

test.each([
  ['See https://a.example/x?y=1#z, and (http://b.example:8080).', 2],
  ['看 https://a.example/指南/❤️。', 1],
  ['https://xn--klpact-wqf.com', 1],
])('the text %j is shown with %i links', (text, count) => {
  expect(linksIn(text)).toHaveLength(count)
})

test('a punctuation mark after an address is not part of the link', () => {
  expect(linksIn('(https://a.example/x). https://b.example。')).toEqual([
    'https://a.example/x',
    'https://b.example',
  ])
})

test.each([
  'https://kolpact.com@evil.example/login',
  'https://user:word@evil.example',
  'https://kоlpact.com',
  'https://kolpact.com\u2215login.evil.example',
  'https://kolpact.com\\@evil.example',
  'https://evil.example/\u202Emoc.tcaplok',
  'https://evil.example/a\u200Bb',
  `https://evil.example/${'\u0301'.repeat(8)}`,
  'https://kolpact%2Ecom.evil.example',
  'https://a.example:99999',
])('the misleading or invalid address %j is shown without a link', (text) => {
  expect(linksIn(`See ${text} now`)).toEqual([])
})

test('an address of more than 2000 characters is shown without a link', () => {
  expect(linksIn(`https://a.example/${'x'.repeat(1982)}`)).toHaveLength(1)
  expect(linksIn(`https://a.example/${'x'.repeat(1983)}`)).toEqual([])
})

test.each([
  ['\u0331'.repeat(60), 7],
  ['\u0331\u200D'.repeat(60), 4],
  ['\u0F90'.repeat(60), 7],
  ['\u0301\u0323', 2],
])('of the combining marks %j on a character, %i are shown', (marks, count) => {
  for (const hasLinks of [true, false]) {
    const shown = shownIn(`l${marks}l`, hasLinks)
    expect(shown.match(/\p{M}/gu)).toHaveLength(count)
    expect(shown).toMatch(/>l[^l]*l<\/p>$/)
  }
})

test.each(['👩‍👩‍👧‍👦', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️', 'שָׁלוֹם', 'नमस्ते', 'tiếng Việt'])(
  'the text %j with joined or combined characters is shown unchanged',
  (text) => {
    expect(shownIn(text, true)).toContain(`>${text}</p>`)
  },
)

test('a web address in the text of a member becomes a link only if links are enabled', () => {
  const text = 'See https://a.example'
  expect(shownIn(text, false)).toContain(`>${text}</p>`)
  const quoted = renderToStaticMarkup(<QuotedText text={text} hasLinks />)
  expect(quoted).toMatch(/^<blockquote.*<p.*<a /)
})
