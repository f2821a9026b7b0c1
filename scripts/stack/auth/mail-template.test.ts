import { expect, test } from 'vitest'
import { renderTemplate } from './mail-template.ts'

const CHOICE =
  '{{ if eq (printf "%v" .Data.locale) "es" }}Hola {{ .Email }}{{ else if eq .Data.locale "tr" }}Merhaba{{ else }}Hello{{ end }}!'
const say = (Data: unknown) => renderTemplate(CHOICE, { Email: 'a&b@x.test', Data })

test('a condition in a template chooses one branch, and values are escaped', () => {
  expect(say({ locale: 'es' })).toBe('Hola a&amp;b@x.test!')
  expect(say({ locale: 'tr' })).toBe('Merhaba!')
  expect(say({ locale: 'fr' })).toBe('Hello!')
})

test('a template with missing metadata, or metadata of another type, is rendered', () => {
  for (const data of [undefined, null, {}, { locale: 5 }, { locale: ['es'] }])
    expect(say(data)).toBe('Hello!')
  expect(renderTemplate('{{ .Missing }}{{.constructor}}', {})).toBe('')
})

test('conditions in a template can be nested', () => {
  const nested = '{{ if .A }}{{ if .B }}both{{ else }}one{{ end }}{{ else }}none{{ end }}'
  expect(renderTemplate(nested, { A: 'a', B: 'b' })).toBe('both')
  expect(renderTemplate(nested, { A: 'a' })).toBe('one')
  expect(renderTemplate(nested, { B: 'b' })).toBe('none')
})

test.each([
  '{{ range .List }}x{{ end }}',
  '{{ if .A }}x',
  'x{{ end }}',
  '{{ .A | upper }}',
  '{{ len .A }}',
])('the template %s is refused', (source) => {
  expect(() => renderTemplate(source, { A: 'a' })).toThrow(/mail template/)
})
