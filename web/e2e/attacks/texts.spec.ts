import { expect, test, type Page } from '@playwright/test'
import { paths } from '../../src/domain/paths.ts'
import { SECTIONS } from '../../src/domain/routes.ts'
import { MEMBER_LISTS } from '../../src/domain/vocabulary.generated.ts'
import { rows } from '../support/database.ts'
import { demo, newMember, openAs, type Member } from '../support/members.ts'
import { DASHBOARD, OPEN, SIGNED_OUT_ONLY, STAFF } from '../support/pages.ts'
import { watch } from '../support/watch.ts'
import { MARK, READ } from './hostile.ts'
import { buildHostile, type Fixtures } from './fixtures.ts'

// Members write scripts, event handlers, script links, marks that change the text direction and very
// long words in every text field. Then each kind of member opens every page.

let fixtures: Fixtures
test.beforeAll(async () => {
  fixtures = await buildHostile()
})

/** Technical messages of the database that a page must not show. */
const RAW =
  /violates|duplicate key|syntax error|null value in|relation "|column "|PGRST\d|PT\d{3}|\[object Object\]|SQLSTATE/

/** Returns a function that opens a page and expects no error, no blocked request and no hostile element in it. */
async function pageVisitor(page: Page) {
  const happened: string[] = []
  page.on('dialog', (dialog) => {
    happened.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => happened.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content.Security.Policy/i.test(message.text()))
      happened.push(message.text())
  })
  const stopped = await watch(page)
  return async (path: string) => {
    await page.goto(path)
    await expect(page.locator('h1, h2').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await page.locator(`[${MARK}]`).count(), `${path}: an element of a text`).toBe(0)
    const running = page.locator(
      '[href^="javascript:" i], [src^="javascript:" i], [onerror], [onload]',
    )
    expect(await running.count(), `${path}: a link that runs`).toBe(0)
    const text = await page.locator('body').innerText()
    expect(text.match(RAW)?.[0], `${path}: raw text`).toBeUndefined()
    expect
      .soft(await page.evaluate(elementsBeyondEdge), `${path}: wider than the screen`)
      .toEqual([])
    expect([...happened.splice(0), ...(await stopped())], path).toEqual([])
    return text
  }
}

/** Elements that extend beyond the right edge of the screen. */
function elementsBeyondEdge(): string[] {
  if (document.documentElement.scrollWidth <= innerWidth) return []
  return [...document.body.querySelectorAll('*')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
    .map(
      (element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`,
    )
}

/** Paths of the pages that show the hostile members or their records. */
const about = ({ brand, creator, orders, declined, campaign }: Fixtures) => [
  `/dashboard/kol-profile/${creator.id}`,
  `/dashboard/messages/${brand.id}`,
  `/dashboard/messages/${creator.id}`,
  `/dashboard/checkout/${orders.unpaid}`,
  `/dashboard/brief/${orders.unpaid}`,
  `/dashboard/campaigns/${campaign}`,
  ...[...Object.values(orders), declined].map((id) => `/dashboard/orders/${id}`),
]
const dashboard = [...Object.keys(DASHBOARD), ...SECTIONS.settings.map(paths.settings)]

const people: Record<string, () => Promise<{ member: Member; paths: string[] }>> = {
  brand: async () => ({ member: fixtures.brand, paths: [...dashboard, ...about(fixtures)] }),
  creator: async () => ({ member: fixtures.creator, paths: [...dashboard, ...about(fixtures)] }),
  'creator whom staff refused': async () => ({ member: fixtures.refused, paths: dashboard }),
  'creator whom staff suspended': async () => ({ member: fixtures.suspended, paths: dashboard }),
  'member of staff': async () => ({
    member: await demo('staff'),
    paths: [...STAFF, ...dashboard, ...about(fixtures)],
  }),
  'brand who knows neither': async () => ({
    member: await newMember('brand'),
    paths: [...dashboard, ...about(fixtures)],
  }),
}

for (const [who, prepare] of Object.entries(people)) {
  for (const width of [1440, 320]) {
    test(`no hostile text is executed for a ${who} at ${width} px`, async ({ browser }) => {
      const { member, paths } = await prepare()
      const page = await openAs(browser, member, { viewport: { width, height: 900 } })
      const look = await pageVisitor(page)
      let read = 0
      for (const path of paths) if ((await look(path)).includes(READ)) read += 1
      expect(read, 'pages that show such a text').toBeGreaterThan(0)
      await page.context().close()
    })
  }
}

test('no hostile address is executed or leads to another site', async ({ browser }) => {
  const page = await browser.newPage()
  const look = await pageVisitor(page)
  const code = encodeURIComponent(`"><img ${MARK} src=x: onerror=alert(1)>`)
  const away = ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']
  const paths = [
    ...Object.keys({ ...OPEN, ...SIGNED_OUT_ONLY }).flatMap((path) => [
      `${path}?q=${code}&invite=${code}&email=${code}&token=${code}`,
      `${path}?error=${code}&error_code=${code}&error_description=${code}`,
      `${path}#error_description=${code}&access_token=${code}`,
    ]),
    `/unsubscribe?token=${code}`,
    `/${code}`,
    ...away.map((to) => `/login?returnTo=${encodeURIComponent(to)}`),
    ...away.map((to) => `/auth/callback?next=${encodeURIComponent(to)}&code=x`),
  ]
  for (const path of paths) {
    await look(path)
    expect(new URL(page.url()).origin, path).toBe(new URL(process.env['WEB_URL'] ?? '').origin)
  }
  await page.context().close()
})

// Columns with fixed words, references or numbers. Every other text column that somebody can read must
// contain hostile text in some row; otherwise this test would not cover it.
const FIXED: Record<string, string> = {
  brief_templates: 'links',
  companies: 'country postal_code tax_country tax_number vat_number vat_proof vat_state',
  campaign_applications: 'currency status terms_hash promise platform',
  campaigns: 'currency filters status files links',
  // Hexadecimal numbers, and fixed words that the market's chain node writes.
  chain_acts: 'kind problem state tx_hash',
  chain_alarms: 'detail kind',
  chain_payments:
    'collector escrow fee_receiver nonce operator payer payment_hash receiver salt signature token',
  currencies: 'code held_in name payout_kinds',
  dispute_statements: 'files kind links',
  email_preferences: 'type mode',
  invites: 'code email role',
  messages: 'file_url file_type',
  notifications: 'event type',
  offers: 'currency status terms_hash brief_files brief_hash brief_links',
  order_deliveries: 'files links',
  order_events: 'category from_status to_status kind',
  order_statuses:
    'at_deadline deadline_setting grace_setting outcome phase status submits waits_for',
  papers: 'corrects_number currency kind number order_number subject vat_category',
  pack_orders: 'windows currency number status terms_hash brief_files brief_hash brief_links',
  packs: 'platform currency disclosure usage_rights terms_hash picture',
  payments: 'currency problem provider provider_ref status',
  payout_halts: 'reason',
  payouts: 'provider trace currency failure_reason method provider_ref source status',
  precedents: 'category clause disputed_in',
  profiles: `channels other_languages seen_hashes website role language locale ${Object.keys(MEMBER_LISTS).join(' ')} follower_counts profile_image display_name referral_code trust_level`,
  members: `channels other_languages website role language ${Object.keys(MEMBER_LISTS).join(' ')} follower_counts profile_image display_name`,
  referrals: 'currency status',
  rulings: 'category clause instance',
  saved_searches: '',
  staff_audit: 'action',
  staff_proposals: 'action arguments status subject',
  suspensions: 'category ended_because',
}

test('the hostile texts of these tests were in every text column that a member can read', async () => {
  const columns = await rows<{ table: string; column: string }>(
    `select c.table_name::text as table, c.column_name::text as column
     from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and c.data_type in ('text', 'ARRAY', 'jsonb')
       and has_column_privilege('authenticated', format('public.%I', c.table_name), c.column_name, 'select')
     order by 1, 2`,
  )
  const left: string[] = []
  for (const { table, column } of columns) {
    if (FIXED[table]?.split(' ').includes(column)) continue
    const found = await rows(
      `select 1 from public.${table} t where position($1 in t.${column}::text) > 0 limit 1`,
      [MARK],
    )
    if (found.length === 0) left.push(`${table}.${column}`)
  }
  expect(left).toEqual([])
})
