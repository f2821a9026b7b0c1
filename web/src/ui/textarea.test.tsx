import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { i18n } from '@/lib/i18n/i18n.ts'
import { Textarea } from './textarea.tsx'

beforeAll(() =>
  i18n.use(initReactI18next).init({
    lng: 'en',
    defaultNS: 'common',
    resources: { en: { common: { profile: { characters: '{{used}} of {{max}} characters' } } } },
  }),
)

const shown = (letters: number) =>
  renderToStaticMarkup(
    <MantineProvider>
      <Textarea description="Why?" maxLength={10} value={'x'.repeat(letters)} readOnly />
    </MantineProvider>,
  )

test('a long field says how full it is near its end', () => {
  expect(shown(7)).toContain('Why?')
  expect(shown(8)).toContain('8 of 10 characters')
})
