// Each limit is written in one constraint, from which LIMITS is generated. Texts and files that have to
// repeat a limit are compared with it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../../scripts/project.ts'
import { LIMITS } from '../../../web/src/domain/vocabulary.generated.ts'
import { MAIL_CODE_DIGITS, PASSWORD_MIN } from '../../../web/src/lib/constants.ts'
import { LOCALES } from '../../../web/src/lib/i18n/locales.ts'
import catalogue from '../../errors.json' with { type: 'json' }

type Limit = { min?: number; max: number; each?: number }
const limits: Record<string, Limit> = LIMITS
const read = (...path: string[]) => readFileSync(join(projectRoot, ...path), 'utf8')

const english = Object.fromEntries(
  Object.entries(catalogue).map(([token, { meaning }]) => [token, meaning]),
)
const refusals = (language: string): Record<string, string> =>
  JSON.parse(read('web', 'src', 'locales', language, 'refusals.json'))

/** "1,000", "1.000" and "five" are numbers. */
const numbersOf = (text: string) =>
  text
    .replaceAll(/\b(?:five|cinco|beş)(?= )/g, '5')
    .replaceAll(/(\d)[.,](?=\d{3}\b)/g, '$1')
    .match(/\d+/g)
    ?.map(Number) ?? []

describe.each(LOCALES.map(({ code }) => [code, code === 'en' ? english : refusals(code)] as const))(
  'the refusals in %s',
  (_, texts) => {
    // A currency that is too long is refused as one that does not exist.
    const named = Object.entries(limits).filter(
      ([name]) => name in texts && !name.endsWith('_currency_short'),
    )
    test.each(named)(
      '%s: the refusal names the limit of its constraint',
      (name, { min, max, each }) => {
        const numbers = numbersOf(texts[name] ?? '')
        expect([min, max, each]).toEqual(expect.arrayContaining(numbers))
        expect(numbers).toContain(max)
      },
    )
  },
)

test('fields that packs, offers, applications, templates and orders have in common have one limit', () => {
  const same = (...names: (keyof typeof LIMITS)[]) =>
    expect(new Set(names.map((name) => JSON.stringify(LIMITS[name]))), names.join()).toHaveProperty(
      'size',
      1,
    )
  same(
    'packs_delivery_days_in_range',
    'offers_delivery_days_in_range',
    'campaign_applications_delivery_days_in_range',
    'pack_orders_delivery_days_in_range',
  )
  same('pack_orders_brief_goal_length', 'brief_templates_goal_length', 'offers_brief_goal_length')
  same('pack_orders_brief_length', 'brief_templates_message_length', 'offers_brief_length')
  same(
    'pack_orders_brief_dos_short',
    'pack_orders_brief_donts_short',
    'brief_templates_dos_short',
    'brief_templates_donts_short',
    'offers_brief_dos_short',
    'offers_brief_donts_short',
  )
  same('pack_orders_brief_links_short', 'brief_templates_links_short', 'offers_brief_links_short')
  same('pack_orders_brief_files_are_list', 'offers_brief_files_are_list')
  same(
    'packs_revisions_in_range',
    'offers_revisions_in_range',
    'campaign_applications_revisions_in_range',
    'pack_orders_revisions_in_range',
  )
  same('packs_title_length', 'offers_title_length', 'campaigns_title_length')
  const most = [
    LIMITS.offers_milestones_at_most_five,
    LIMITS.order_milestones_position_in_range,
    LIMITS.pack_orders_milestones_in_range,
  ]
  expect(new Set(most.map(({ max }) => max)).size).toBe(1)
})

test('saved searches, filters and find_anything have the same maximum length of a term', () => {
  const checked = ['11_search/01_filters', '15_operation/03_find_anything'].flatMap((chapter) =>
    [
      ...read('supabase', 'schemas', `${chapter}.sql`).matchAll(/length\([\w.]*term\) > (\d+)/g),
    ].map(([, most]) => Number(most)),
  )
  const { max } = LIMITS.filter_keys_term_length
  expect(checked).toEqual([max, max])
})

test('config.toml has the least length of a password and the length of mailed codes that the client uses', () => {
  const config = read('supabase', 'config.toml')
  expect(config).toContain(`\nminimum_password_length = ${PASSWORD_MIN}\n`)
  expect(config).toContain(`\notp_length = ${MAIL_CODE_DIGITS}\n`)
})
