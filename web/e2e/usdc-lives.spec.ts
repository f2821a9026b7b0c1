import { expect, test, type Page } from './support/test.ts'
import { newUsdcOrder, saveWallet, settle } from './support/chain-orders.ts'
import { rows, sql } from './support/database.ts'
import { hear, makeOffer } from './support/deals.ts'
import { demo, must, newPair, newStaff, service, write, type Member } from './support/members.ts'
import { button, dialog, expectNoSidewaysScroll } from './support/screen.ts'
import { addWallet, giveUsdc, newAccount, nodeWallet, usdcOf } from './support/wallet.ts'

// How orders in USDC end, on the local chain. The balances of both sides are read from the chain.

const LINKS = ['https://example.com']
const USDC = 1_000_000n
const record = (page: Page) => page.getByRole('region', { name: 'On the chain' })

async function newSides() {
  const [[brand, creator], payer, receiver] = [await newPair(), newAccount(), newAccount()]
  await giveUsdc(payer, 300n * USDC)
  const held = async () => [await usdcOf(payer.address), await usdcOf(receiver.address)]
  return { brand, creator, payer, receiver, held }
}
type Sides = Awaited<ReturnType<typeof newSides>>

/** True once the order is paid: an order of a pack then waits for acceptance; one from the creator's offer has begun. */
async function isPaid({ brand }: Pick<Sides, 'brand'>, id: string) {
  const found = brand.client.from('pack_orders').select('status').eq('id', id).single()
  return ['funded', 'in_progress'].includes((await must(found)).status as string)
}

/** Opens the page on which an order is paid, with a connected wallet. */
async function openCheckout(page: Page, id: string) {
  await page.goto(`/dashboard/checkout/${id}`)
  // Another tab may have connected the wallet already: the button then disappears, perhaps before it is pressed.
  const connect = button(page, 'Connect Test wallet')
  const sign = button(page, 'Sign for 250.00 USDC')
  await expect(connect.or(sign)).toBeVisible()
  await connect.click({ timeout: 3000 }).catch(() => {})
  await expect(sign).toBeEnabled()
  return sign
}

/** The brand's page with an order that the escrow holds money for. */
async function pay(sides: Sides, id: string, page: Page) {
  await addWallet(page, nodeWallet(sides.payer))
  await (await openCheckout(page, id)).click()
  await expect(page.getByRole('heading', { name: 'On its way into escrow' })).toBeVisible()
  await settle(() => isPaid(sides, id))
  expect(await sides.held()).toEqual([50n * USDC, 0n])
  await page.goto(`/dashboard/orders/${id}`)
}

const rpc = (by: Member, name: string, more: object) => must(by.client.rpc(name, more))

async function deliver(creator: Member, order_id: string) {
  await rpc(creator, 'deliver_order', { order_id, note: 'Done.', links: LINKS })
}

test('each of two milestones is paid to the creator by the chain when it is accepted @detail', async ({
  visit,
}) => {
  const sides = await newSides()
  const { brand, creator, receiver, held } = sides
  await saveWallet(creator, receiver.address)
  const milestones = [
    { title: 'Teaser', amount_minor: 100_000_000 },
    { title: 'Thread', amount_minor: 150_000_000 },
  ]
  const offer = await makeOffer(creator, await write(brand, creator, 'Hello'), {
    price_minor: 250_000_000,
    currency: 'USDC',
    milestones,
  })
  const terms = { offer_id: offer.id, terms: offer.terms_hash }
  const { id } = (await rpc(brand, 'accept_offer', terms)) as { id: string }
  const page = await visit(brand)
  await pay(sides, id, page)
  for (const [part, paid] of [90n, 225n].entries()) {
    await deliver(creator, id)
    await button(page, 'Accept milestone').click()
    await button(dialog(page), 'Accept milestone').click()
    await expect(dialog(page)).toBeHidden()
    await settle(async () => (await held())[1] === paid * USDC)
    await expect(record(page).getByText(/^Paid to the creator's wallet/)).toHaveCount(part + 1)
  }
  expect(await held()).toEqual([50n * USDC, 225n * USDC])
})

test('a ruling of 60 to 40 is paid by the chain only when nobody can appeal any more @detail', async ({
  visit,
}) => {
  const sides = await newSides()
  const { brand, creator, receiver, held } = sides
  const { id: order_id } = await newUsdcOrder(brand, creator, receiver.address)
  const page = await visit(brand)
  await pay(sides, order_id, page)
  await rpc(creator, 'accept_order', { order_id })
  await rpc(creator, 'open_dispute', { order_id, reason: 'They are silent.' })
  await hear(brand, creator, order_id)
  const ruling = { order_id, creator_share_minor: 150_000_000, note: 'Most of it was done.' }
  await rpc(await demo('staff'), 'resolve_dispute', ruling)
  await expect(page.getByText('There is a ruling')).toBeVisible()
  expect(await rows('select from chain_acts where order_id = $1', [order_id])).toHaveLength(1)

  await sql(`update pack_orders set due_at = now() - interval '1 minute' where id = $1`, [order_id])
  await must(service().rpc('run_due_work'))
  await settle(async () => (await held())[0] === 150n * USDC)
  expect(await held()).toEqual([150n * USDC, 135n * USDC])
  await expect(record(page).getByText(/^Paid to the creator's wallet/)).toBeVisible()
  await expect(record(page).getByText(/^Given back to your wallet/)).toBeVisible()
})

test('the money of a cancelled order is returned to the wallet that paid @detail', async ({
  visit,
}) => {
  const sides = await newSides()
  const { brand, creator, receiver, held } = sides
  const { id } = await newUsdcOrder(brand, creator, receiver.address)
  const page = await visit(brand)
  await pay(sides, id, page)
  await button(page, 'Cancel order').click()
  await button(dialog(page), 'Cancel order').click()
  await expect(dialog(page)).toBeHidden()
  await settle(async () => (await held())[0] === 300n * USDC)
  await expect(record(page).getByText(/^Given back to your wallet/)).toBeVisible()
})

test('two tabs that sign at once pay once @detail', async ({ visit }) => {
  const sides = await newSides()
  const { brand, creator, payer, receiver, held } = sides
  const { id } = await newUsdcOrder(brand, creator, receiver.address)
  const first = await visit(brand)
  const tabs = [first, await first.context().newPage()]
  const buttons = []
  for (const page of tabs) {
    await addWallet(page, nodeWallet(payer))
    buttons.push(await openCheckout(page, id))
  }
  await Promise.all(buttons.map((sign) => sign.click()))
  for (const page of tabs)
    await expect(
      page.getByRole('heading', { name: /^(On its way|Paid) into escrow$/ }),
    ).toBeVisible()
  await settle(() => isPaid(sides, id))
  for (const page of tabs)
    await expect(page.getByRole('heading', { name: 'Paid into escrow' })).toBeVisible()
  expect(await held()).toEqual([50n * USDC, 0n])
})

test('a payment that was signed too late is not used, and the next signature pays @detail', async ({
  visit,
}) => {
  const sides = await newSides()
  const { brand, creator, payer, receiver, held } = sides
  const { id } = await newUsdcOrder(brand, creator, receiver.address)
  const page = await visit(brand)
  const answer = nodeWallet(payer)
  let isLate = true
  await addWallet(page, async (method, params) => {
    // Lets the payment expire while the wallet shows it.
    if (method === 'eth_signTypedData_v4' && isLate)
      await sql(
        `update chain_payments set pre_approval_expiry = extract(epoch from now()) - 1 where order_id = $1`,
        [id],
      )
    return answer(method, params)
  })
  await (await openCheckout(page, id)).click()
  await expect(page.getByRole('alert')).toContainText('This signature came too late. Sign again.')
  isLate = false
  await expect(button(page, 'Sign for 250.00 USDC')).toBeEnabled()
  expect(await held()).toEqual([300n * USDC, 0n])
  await button(page, 'Sign for 250.00 USDC').click()
  await expect(page.getByRole('heading', { name: 'On its way into escrow' })).toBeVisible()
  await settle(() => isPaid(sides, id))
  expect(await held()).toEqual([50n * USDC, 0n])
})

test('two members of staff read an alarm of the escrow with its order, and clear it @detail', async ({
  visit,
}) => {
  const { brand, creator, receiver } = await newSides()
  const { id, number } = await newUsdcOrder(brand, creator, receiver.address)
  await sql(`select private.raise_chain_alarm('difference', $1, 'ledger 1, escrow 2')`, [id])
  const page = await visit(await demo('staff'), { viewport: { width: 320, height: 700 } })
  await page.goto('/dashboard/staff/payouts')
  const alarm = page.getByRole('listitem').filter({ hasText: number })
  await expect(alarm).toContainText('Ledger and escrow differ')
  await expect(alarm).toContainText('ledger 1, escrow 2')
  await expect(alarm.getByRole('link', { name: number })).toHaveAttribute('href', new RegExp(id))
  await expectNoSidewaysScroll(page, 'alarms of the escrow')
  await button(alarm, 'Looked into').click()
  await dialog(page).getByLabel('What was it?').fill('A node lied.')
  await button(dialog(page), 'Looked into').click()
  await expect(alarm).toContainText('A decision waits for a second member of staff')
  const second = await visit(await newStaff())
  await second.goto('/dashboard/staff/proposals')
  const proposal = second.getByRole('article').filter({ hasText: number })
  await expect(proposal).toContainText('ledger 1, escrow 2')
  await button(proposal, 'Confirm').click()
  await button(dialog(second), 'Confirm').click()
  await expect(proposal).toHaveCount(0)
  const open = 'select id from public.chain_alarms where order_id = $1 and cleared_at is null'
  expect(await rows(open, [id])).toEqual([])
})
