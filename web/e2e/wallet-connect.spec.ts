import { ADDRESSES, CHAIN_ID } from '../../scripts/sandbox-chain/sandbox-chain.ts'
import { expectAccessible } from './support/axe.ts'
import { newUsdcOrder, settle } from './support/chain-orders.ts'
import { enrolFactor, must, newPair } from './support/members.ts'
import { phoneWallet, relayFor } from './support/phone-wallet.ts'
import { button, content, dialog, expectNoSidewaysScroll, hurryUntil } from './support/screen.ts'
import { expect, test, type Page } from './support/test.ts'
import { giveUsdc, newAccount, usdcOf } from './support/wallet.ts'
import { startWalletRelay, type WalletRelay } from './support/wallet-relay.ts'

// A wallet on another device, connected over the relay of WalletConnect. The library runs at both ends; the relay is a replacement.

const PHONE = { viewport: { width: 320, height: 700 } }

const neverPaid = {
  ...ADDRESSES,
  chain_id: CHAIN_ID,
  operator: ADDRESSES.token,
  receiver: ADDRESSES.token,
  fee_receiver: ADDRESSES.token,
  max_amount_minor: 250_000_000,
  max_fee_bps: 1000,
  pre_approval_expiry: 4_000_000_000,
  authorization_expiry: 4_100_000_000,
  refund_expiry: 4_100_000_000,
  salt: '5',
}

let relay: WalletRelay
test.beforeAll(async () => {
  relay = await startWalletRelay()
})
test.afterAll(() => relay.stop())

const choose = (page: Page) => button(page, 'Connect WalletConnect')

/** Opens the dialog that shows how to connect, and returns the address in it. */
async function openPairing(page: Page, choice = choose(page)) {
  await choice.click()
  const address = dialog(page).getByLabel('Address of the connection')
  await expect(address).toHaveValue(/^wc:[0-9a-f]{64}@2\?/)
  return address.inputValue()
}

test('a brand pays with the wallet of a phone @detail', async ({ visit }) => {
  const [brand, creator] = await newPair()
  const [payer, receiver] = [newAccount(), newAccount()]
  await giveUsdc(payer, 300_000_000n)
  const order = await newUsdcOrder(brand, creator, receiver.address)
  const wallet = await phoneWallet(relay, payer)
  const page = await visit(brand, PHONE)
  await relayFor(page, relay)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto(`/dashboard/checkout/${order.id}`)
  await expect(choose(page)).toBeVisible()
  expect(loaded.filter((url) => url.includes('remote-wallet'))).toEqual([])

  const sign = button(page, 'Sign for 250.00 USDC')
  await test.step('the brand closes the dialog, and a late wallet is disconnected', async () => {
    const address = await openPairing(page)
    await expect(dialog(page)).toHaveAccessibleName('Connect over WalletConnect')
    await expect(dialog(page).getByRole('img', { name: /^QR code/ })).toBeVisible()
    await expect(dialog(page).getByRole('link')).toHaveAttribute('href', address)
    await expectNoSidewaysScroll(page, 'a connection to scan')
    await expectAccessible(page, 'a connection to scan')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
    // A wallet that accepts the connection after the dialog was closed is disconnected.
    await wallet.pair(address)
    await expect.poll(() => wallet.agreed).toBe(1)
    await expect.poll(() => wallet.sessions()).toEqual([])
    await expect(choose(page)).toBeVisible()
  })
  await test.step('the brand reads that the wallet declined', async () => {
    wallet.declines = true
    await wallet.pair(await openPairing(page))
    await expect(dialog(page)).toContainText('Your wallet declined the connection.')
    await button(dialog(page), 'Close').click()
    wallet.declines = false
  })
  await test.step('the brand connects, also by a copied address after a reload', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await wallet.pair(await openPairing(page))
    await expect(sign).toBeEnabled()
    await page.reload()
    await openPairing(page)
    await button(dialog(page), 'Copy the address').click()
    await expect(dialog(page).getByRole('status')).toContainText('Copied.')
    await wallet.pair(await page.evaluate(() => navigator.clipboard.readText()))
    await expect(sign).toBeEnabled()
  })
  await test.step('the brand declines to sign, then signs', async () => {
    wallet.declines = true
    await sign.click()
    await expect(page.getByRole('alert')).toContainText('You declined this in your wallet.')
    wallet.declines = false
    await sign.click()
    await expect(page.getByRole('heading', { name: 'On its way into escrow' })).toBeVisible()
  })
  await test.step('the payment is in escrow', async () => {
    expect(wallet.asked).toEqual(['eth_signTypedData_v4', 'eth_signTypedData_v4'])
    const paid = brand.client.from('pack_orders').select('status').eq('id', order.id)
    await settle(async () => (await must(paid.single())).status === 'funded')
    await expect(page.getByRole('heading', { name: 'Paid into escrow' })).toBeVisible()
    expect(await usdcOf(payer.address)).toBe(50_000_000n)
  })
})

test('a creator proves the wallet of the same phone, which opens for each request @detail', async ({
  visit,
}) => {
  const [, creator] = await newPair()
  await enrolFactor(creator)
  const wallet = await phoneWallet(relay, newAccount())
  const page = await visit(creator, PHONE)
  await relayFor(page, relay)
  const opened: string[] = []
  await page.exposeFunction('noteOpened', (address: string) => opened.push(address))
  await page.addInitScript(() => {
    const { noteOpened } = window as unknown as { noteOpened: (address: string) => void }
    window.open = (address) => (noteOpened(String(address)), null)
  })
  await page.goto('/dashboard/settings/wallet')
  await button(page, 'Add a wallet').click()
  const address = await openPairing(page)
  await dialog(page).getByRole('link', { name: 'Open a wallet on this device' }).click()
  await wallet.pair(address)
  await button(page, 'Sign that it is yours').click()
  // Another test may have shortened the waiting period, so both states are allowed.
  await expect(content(page).getByText(/^(Waits|Is paid)$/)).toBeVisible()
  expect(wallet.asked).toEqual(['personal_sign'])
  expect(opened).toEqual([
    expect.stringMatching(/^phone-wallet:\/\/wc\?requestId=\d+&sessionTopic=/),
  ])
})

test('the reclaim page works with the wallet of a phone @detail', async ({ visit }) => {
  const payer = newAccount()
  const wallet = await phoneWallet(relay, payer)
  const page = await visit(null, PHONE)
  await page.route(`${process.env['SUPABASE_URL']}/**`, (route) => route.abort())
  await relayFor(page, relay)
  await page.goto('/reclaim')
  await wallet.pair(await openPairing(page, button(page, 'WalletConnect')))
  await expect(page.getByText('Connected:')).toContainText(payer.address)
  // The node is asked about the escrow, which has no record of this payment.
  const info = { ...neverPaid, payer: payer.address }
  await page.getByLabel('Or paste its text').fill(JSON.stringify(info))
  await expect(page.getByText(/^This payment never reached the escrow/)).toBeVisible()
  await wallet.leave()
  await expect(page.getByText('Connected:')).toBeHidden()
})

test('a wallet or a relay that never answers leads to an error message @detail', async ({
  visit,
}) => {
  const page = await visit(null, PHONE)
  await page.clock.install()
  let isReached = false
  await page.routeWebSocket(/^wss:\/\/relay\.walletconnect\.org\//, (socket) => {
    if (!isReached) return void socket.close()
    const { take } = relay.join((text) => socket.send(text))
    socket.onMessage((text) => take(String(text)))
  })
  await page.goto('/reclaim')
  const choice = button(page, 'WalletConnect')
  await choice.click()
  await hurryUntil(page, dialog(page).getByText(/^WalletConnect cannot be reached/))
  await button(dialog(page), 'Close').click()
  isReached = true
  await openPairing(page, choice)
  await hurryUntil(page, dialog(page).getByText(/^No wallet answered within five minutes/), 60_000)
  await button(dialog(page), 'Close').click()
  await expect(choice).toBeVisible()
})
