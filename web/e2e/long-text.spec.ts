import { expect, test, type Browser, type Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { demo, follow, fund, must, newMember, newPack, openAs, write } from './support/members.ts'
import { SECTIONS } from '../src/domain/routes.ts'
import { MATRIX } from './support/heavy.ts'
import { expectNoSidewaysScroll } from './support/screen.ts'
import { notAmong } from './support/visited.ts'
import type { Member } from './support/members.ts'

// Members write what they like: a word without a place to break it, emoji, Arabic, Thai. No
// screen may become wider than its window by it, or the bar at its bottom cannot be reached.

const WIDTHS = [320, 390, 720, 1440]
const word = () => `Donaudampfschifffahrt${randomUUID().replaceAll('-', '')}kapitaen`.slice(0, 60)
const MIXED = `${word()} 👩‍👩‍👧‍👦🎉 مرحبا بكم في السوق ยินดีต้อนรับสู่ตลาด`
const LINK = `https://example.test/${word()}${word()}`
const TEXT = `${MIXED}\n${LINK}`

type Market = Awaited<ReturnType<typeof marketOfLongWords>>
/** Parts of the market that the URLs of the visited pages need. */
type Visited = Pick<Market, 'names' | 'orders' | 'campaign'> &
  Record<'brand' | 'creator', { id: string }>

async function orderOf(brand: Member, creator: Member) {
  const { id: pack_id } = await newPack(creator, MIXED)
  const asked = { pack_id, brief: TEXT, idempotency_key: randomUUID() }
  const order = await must(brand.client.rpc('place_order', asked))
  return order as { id: string; price_minor: number; currency: string }
}

async function deliveredOrder(brand: Member, creator: Member) {
  const order = await orderOf(brand, creator)
  await fund(order)
  await must(creator.client.rpc('accept_order', { order_id: order.id }))
  const delivery = { order_id: order.id, note: TEXT, links: [LINK] }
  await must(creator.client.rpc('deliver_order', delivery))
  return order.id
}

/** Tips from the wallet, which is filled by the refund of a cancelled order. */
async function tip(brand: Member, creator: Member, order_id: string) {
  const cancelled = await orderOf(brand, creator)
  await fund(cancelled)
  await must(brand.client.rpc('cancel_order', { order_id: cancelled.id, reason: TEXT }))
  const given = { order_id, amount_minor: 1_000, note: TEXT, idempotency_key: randomUUID() }
  await must(brand.client.rpc('tip_order', given))
}

function offer(creator: Member, conversation_id: string) {
  const milestones = [10_000, 15_000].map((amount_minor) => ({ title: word(), amount_minor }))
  const terms = { price_minor: 25_000, currency: 'USD', delivery_days: 5, revisions: 1 }
  return must(
    creator.client.rpc('make_offer', {
      ...terms,
      conversation_id,
      title: MIXED,
      scope: TEXT,
      milestones,
      idempotency_key: randomUUID(),
    }),
  )
}

async function marketOfLongWords() {
  const names = { brand: word(), creator: word() }
  const [brand, creator] = await Promise.all([
    newMember('brand', { display_name: names.brand, bio: TEXT }),
    newMember('kol', { display_name: names.creator, bio: TEXT, expertise: [word(), 'مرحبا'] }),
    newMember('kol', { display_name: word(), bio: TEXT, approved: false }),
  ])
  const unpaid = (await orderOf(brand, creator)).id
  const revised = await deliveredOrder(brand, creator)
  await must(brand.client.rpc('request_revision', { order_id: revised, note: TEXT }))
  const disputed = await deliveredOrder(brand, creator)
  await must(brand.client.rpc('open_dispute', { order_id: disputed, reason: TEXT }))
  const completed = await deliveredOrder(brand, creator)
  await must(brand.client.rpc('complete_order', { order_id: completed }))
  for (const side of [brand, creator])
    await must(side.client.rpc('review_order', { order_id: completed, rating: 5, comment: TEXT }))
  await tip(brand, creator, completed)
  await must(brand.client.rpc('give_evidence', { order_id: disputed, body: TEXT, links: [LINK] }))
  await must(creator.client.rpc('answer_dispute', { order_id: disputed, body: TEXT }))
  await must(brand.client.rpc('propose_settlement', { order_id: disputed, creator_share_minor: 1 }))
  await write(creator, brand, TEXT)
  const conversation = await write(brand, creator, word())
  await offer(creator, conversation)
  await must(
    brand.client
      .from('shortlist')
      .insert({ brand_id: brand.id, creator_id: creator.id, note: TEXT })
      .select('creator_id'),
  )
  const said = await must(
    brand.client
      .from('messages')
      .select('id')
      .eq('conversation_id', conversation)
      .eq('sender_id', creator.id)
      .limit(1)
      .single(),
  )
  await must(brand.client.rpc('report_message', { message_id: said.id, reason: MIXED }))
  const campaign = await openCampaign(brand, creator, names.creator)
  const search = { profile_id: brand.id, name: word(), filters: { searchTerm: word() } }
  await must(brand.client.from('saved_searches').insert(search).select('id').single())
  return { brand, creator, names, orders: { unpaid, revised, disputed, completed }, campaign }
}

async function openCampaign(brand: Member, creator: Member, searchTerm: string) {
  const { id } = await must(
    brand.client
      .from('campaigns')
      .insert({
        brand_id: brand.id,
        title: MIXED,
        body: TEXT,
        budget_minor: 500_000,
        currency: 'USD',
        filters: { searchTerm },
        deadline: new Date(Date.now() + 10 * 86_400_000).toISOString(),
      })
      .select('id')
      .single(),
  )
  await must(brand.client.rpc('publish_campaign', { campaign_id: id }))
  const offer = { campaign_id: id, price_minor: 40_000, note: TEXT }
  await must(creator.client.rpc('apply_to_campaign', offer))
  return id
}

async function visit(browser: Browser, member: Member, paths: string[]) {
  const page = await openAs(browser, member)
  await page.goto('/dashboard/settings/appearance')
  for (const path of paths) {
    await follow(page, path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0)
    await expectWithin(page, path)
  }
  await page.context().close()
}

async function expectWithin(page: Page, path: string) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    await expectNoSidewaysScroll(page, `${path} at ${width}`)
  }
}

const DASHBOARD = '/dashboard'
const inside = (path: string) => DASHBOARD + path
const sharedBy = ({ orders, campaign }: Visited) => [
  DASHBOARD,
  ...['/orders', '/orders?tab=completed', '/messages', '/campaigns', '/payments'].map(inside),
  ...Object.values(orders).map((id) => inside(`/orders/${id}`)),
  ...['/notifications', '/deadlines', '/rulings', `/campaigns/${campaign}`].map(inside),
  ...SECTIONS.settings.map((section) => inside(`/settings/${section}`)),
]
const brandPaths = (market: Visited) => [
  ...sharedBy(market),
  ...[
    `/kol-profile/${market.creator.id}`,
    `/messages/${market.creator.id}`,
    `/checkout/${market.orders.unpaid}`,
    '/saved-searches',
    '/shortlist',
    `/discover?q=${market.names.creator}`,
  ].map(inside),
]
const creatorPaths = (market: Visited) => [
  ...sharedBy(market).filter((path) => !path.includes('/settings/')),
  ...['/packs', `/messages/${market.brand.id}`, `/kol-profile/${market.creator.id}`].map(inside),
]
const STAFF_PATHS = SECTIONS.staff.map((section) => inside(`/staff/${section}`))

test('the screens below are all that members and staff have', () => {
  const any = { id: 'any' }
  const orders = { unpaid: 'any', revised: 'any', disputed: 'any', completed: 'any' }
  const names = { brand: 'any', creator: 'any' }
  const market = { brand: any, creator: any, names, orders, campaign: 'any' }
  const paths = [...brandPaths(market), ...creatorPaths(market), ...STAFF_PATHS]
  expect(notAmong(paths, 'member')).toEqual([])
})

test('a word of sixty letters widens no screen', { tag: MATRIX }, async ({ browser }) => {
  test.setTimeout(300_000)
  const market = await marketOfLongWords()
  const { brand, creator } = market
  await visit(browser, brand, brandPaths(market))
  await visit(browser, creator, creatorPaths(market))
  const desk = await demo('staff')
  const reason = { profile_id: creator.id, category: 'spam', note: TEXT }
  await must(desk.client.rpc('suspend_profile', reason))
  await must(creator.client.rpc('appeal_suspension', { reason: TEXT }))
  await visit(browser, creator, [DASHBOARD])
  await visit(browser, desk, STAFF_PATHS)
})

test('creators are compared from right to left without widening the screen', async ({
  browser,
}) => {
  const brand = await newMember('brand')
  const rated = await must(
    brand.client
      .from('members')
      .select('id')
      .eq('role', 'kol')
      .gt('rating', 0)
      .order('id')
      .limit(3),
  )
  const creators = [...rated, await newMember('kol', { display_name: word() })]
  for (const { id } of creators)
    await must(
      brand.client
        .from('shortlist')
        .insert({ brand_id: brand.id, creator_id: id, note: MIXED })
        .select('creator_id'),
    )
  const page = await openAs(browser, brand)
  await page.goto('/dashboard/shortlist')
  const boxes = page.getByRole('checkbox')
  await expect(boxes).toHaveCount(creators.length)
  for (const box of await boxes.all()) await box.check()
  await expect(page.getByRole('region', { name: 'Comparison of creators' })).toBeVisible()
  await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  await expectWithin(page, 'the comparison from right to left')
  await page.context().close()
})
