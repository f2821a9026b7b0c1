// Orders in USDC on the local chain: the gas of each act, the size of the payment page, and the time from the
// acceptance of work to the creator's money.
import { chromium, type Page } from '@playwright/test'
import { gzipSync } from 'node:zlib'
import { newUsdcOrder } from '../../../web/e2e/support/chain-orders.ts'
import { follow, must, newPair, openAs, type Member } from '../../../web/e2e/support/members.ts'
import {
  addWallet,
  giveUsdc,
  newAccount,
  nodeWallet,
  usdcOf,
} from '../../../web/e2e/support/wallet.ts'
import { ensureLightBrowser } from '../testing/browser.ts'
import { stackEnvironment } from '../testing/stack-environment.ts'
import { gasOfActs } from './support/chain-gas.ts'
import { bound, median, section } from './support/measure.ts'

const RUNS = 5
const MOST_KB = 120
/** The creator's part of an order of 250.00, in units of USDC. */
const EARNED = 225_000_000n
const ASK_MS = 50
const GIVE_UP_MS = 120_000

async function until(isTrue: () => Promise<boolean>) {
  const end = Date.now() + GIVE_UP_MS
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error('The clock did not bring it about.')
    await new Promise((done) => setTimeout(done, ASK_MS))
  }
}

type Account = ReturnType<typeof newAccount>
type Sides = { brand: Member; creator: Member; payer: Account; receiver: Account }

async function newSides(): Promise<Sides> {
  const [[brand, creator], payer] = [await newPair(), newAccount()]
  await giveUsdc(payer, 300_000_000n)
  return { brand, creator, payer, receiver: newAccount() }
}

/** Seconds from accepted work to USDC in the creator's wallet, with the stack's scheduler. */
async function secondsToMoney({ brand, creator, payer, receiver }: Sides): Promise<number> {
  const { id: order_id } = await newUsdcOrder(brand, creator, receiver.address)
  const invoke = (body: object) => must(brand.client.functions.invoke('pay-on-chain', { body }))
  const { typed_data } = await invoke({ order_id, payer: payer.address })
  await invoke({ order_id, signature: await payer.signTypedData(typed_data) })
  const orders = brand.client.from('pack_orders').select('status').eq('id', order_id)
  await until(async () => (await must(orders.single())).status === 'funded')
  await must(creator.client.rpc('accept_order', { order_id }))
  const work = { order_id, note: 'Done.', links: ['https://example.com'] }
  await must(creator.client.rpc('deliver_order', work))
  const begun = performance.now()
  await must(brand.client.rpc('complete_order', { order_id }))
  await until(async () => (await usdcOf(receiver.address)) === EARNED)
  return (performance.now() - begun) / 1000
}

const filesOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => new URL(name).pathname.startsWith('/assets/')),
  )

/** Gzipped kilobytes that the payment page with a wallet loads, after the order's page was loaded. */
async function kilobytesOfPaying({ brand, creator, payer, receiver }: Sides): Promise<number> {
  const order = await newUsdcOrder(brand, creator, receiver.address)
  const executablePath = await ensureLightBrowser()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox'],
  })
  try {
    const page = await openAs(browser, brand, { baseURL: process.env['WEB_URL'] ?? '' })
    await addWallet(page, nodeWallet(payer))
    await page.goto(`/dashboard/orders/${order.id}`)
    await page.getByRole('link', { name: 'Pay 250.00 USDC' }).waitFor()
    await page.waitForLoadState('networkidle')
    const before = new Set(await filesOf(page))
    await follow(page, `/dashboard/checkout/${order.id}`)
    await page.getByRole('button', { name: 'Connect Test wallet' }).click()
    await page.getByRole('region', { name: 'What you sign' }).waitFor()
    const added = (await filesOf(page)).filter((file) => !before.has(file))
    const sizes = added.map(async (file) => gzipSync(await (await fetch(file)).bytes()).length)
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000
  } finally {
    await browser.close()
  }
}

const gas = await gasOfActs()
const { env, stop } = await stackEnvironment()
try {
  Object.assign(process.env, env)
  const kilobytes = await kilobytesOfPaying(await newSides())
  const seconds: number[] = []
  for (let run = 0; run < RUNS; run += 1) seconds.push(await secondsToMoney(await newSides()))
  section(
    'USDC on a chain',
    `Measured on ${new Date().toISOString().slice(0, 10)}. Gas by the stand-in contracts of the local chain, whose interface is that of the real ones. The page on which a brand pays loads ${bound(`${kilobytes.toFixed(0)} kB`, kilobytes <= MOST_KB)}, gzipped, after that of the order (at most ${MOST_KB}). A creator has the money ${median(seconds).toFixed(1)} s after the work is accepted (median of ${RUNS}, at most ${Math.max(...seconds).toFixed(1)} s), by the clock of the local stack.`,
    ['act', 'gas'],
    gas.map(([act, used]) => [act, used.toLocaleString('en')]),
  )
} finally {
  await stop()
}
