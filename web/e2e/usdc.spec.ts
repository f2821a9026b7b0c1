import { expect, test, type Page } from './support/test.ts'
import { newUsdcOrder, settle } from './support/chain-orders.ts'
import { enrolFactor, must, newPair } from './support/members.ts'
import { answer, button, content, dialog, expectNoSidewaysScroll } from './support/screen.ts'
import {
  addWallet,
  giveUsdc,
  newAccount,
  nodeWallet,
  refuse,
  tell,
  usdcOf,
  words,
} from './support/wallet.ts'

const hex = (digit: string, length = 40) => `0x${digit.repeat(length)}`
const PAYER = hex('2')
const PHONE = { viewport: { width: 320, height: 700 } }

/** A payment as a brand signs it in these tests, with the nonce that the protocol computes from it. */
const PAYMENT = {
  id: '6f1f1f6c-0000-4000-8000-000000000001',
  chain_id: 31337,
  escrow: hex('e'),
  token: hex('7'),
  collector: hex('c'),
  operator: hex('1'),
  payer: PAYER,
  receiver: hex('3'),
  max_amount_minor: 250_000_000,
  max_fee_bps: 1000,
  pre_approval_expiry: 4_000_000_000,
  authorization_expiry: 4_100_000_000,
  refund_expiry: 4_100_000_000,
  fee_receiver: hex('0'),
  salt: hex('5', 64),
  payment_hash: '0x9a80c1b292c1245bebf72668d3a62d5cead93ad0cbbfe5c43b2e02ba79494899',
  nonce: '0xbe4a29e03e64e45adfb6ee4a6a6acb236b3913aa5eed66f373fa57043a48e7b8',
  signed_at: null as string | null,
  closed_at: null as string | null,
  created_at: new Date().toISOString(),
}
const TYPED_DATA = {
  domain: { name: 'USDC', version: '2', chainId: 31337, verifyingContract: PAYMENT.token },
  types: {},
  primaryType: 'ReceiveWithAuthorization',
  message: {
    from: PAYER,
    to: PAYMENT.collector,
    value: '250000000',
    validAfter: '0',
    validBefore: '4000000000',
    nonce: PAYMENT.nonce,
  },
}
const SIGNED = { ...PAYMENT, signed_at: new Date().toISOString() }
const act = (state: string, more: object = {}) => ({
  id: 1,
  kind: 'authorize',
  amount_minor: 250_000_000,
  fee_minor: 0,
  state,
  tx_hash: state === 'decided' ? null : hex('a', 64),
  decided_at: new Date().toISOString(),
  final_at: null,
  problem: null,
  ...more,
})

/** Replaces the payments of an order in the responses to the page. */
async function showPayments(page: Page, payments: object[]) {
  await page.unroute('**/rest/v1/chain_payments?*')
  await page.route('**/rest/v1/chain_payments?*', answer(200, payments))
}

/** Hides WalletConnect, as in a build that has no WalletConnect project. */
const withoutWalletConnect = (page: Page) =>
  page.addInitScript(() =>
    addEventListener('eip6963:announceProvider', (event) => {
      const { detail } = event as CustomEvent<{ info: { rdns: string } }>
      if (detail.info.rdns === 'com.walletconnect') event.stopImmediatePropagation()
    }),
  )

test('a brand pays with a wallet, and the chain pays the creator at acceptance', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const [payer, receiver] = [newAccount(), newAccount()]
  await enrolFactor(creator)
  await giveUsdc(payer, 300_000_000n)

  await test.step('the creator proves a wallet', async () => {
    const page = await visit(creator, PHONE)
    await addWallet(page, nodeWallet(receiver))
    await page.goto('/dashboard/settings/wallet')
    await button(page, 'Add a wallet').click()
    await button(page, 'Connect Test wallet').click()
    await button(page, 'Sign that it is yours').click()
    // Another test may have shortened the waiting period, so both states are allowed.
    await expect(content(page).getByText(/^(Waits|Is paid)$/)).toBeVisible()
    await page.close()
  })
  const order = await newUsdcOrder(brand, creator, receiver.address)
  const statusIs = (status: string) => async () => {
    const found = brand.client.from('pack_orders').select('status').eq('id', order.id).single()
    return (await must(found)).status === status
  }
  const page = await visit(brand, PHONE)
  await addWallet(page, nodeWallet(payer))
  await test.step('the brand signs once, and the money is in escrow', async () => {
    await page.goto(`/dashboard/orders/${order.id}`)
    await page.getByRole('link', { name: 'Pay 250.00 USDC' }).click()
    await button(page, 'Connect Test wallet').click()
    await button(page, 'Sign for 250.00 USDC').click()
    await expect(page.getByRole('heading', { name: 'On its way into escrow' })).toBeVisible()
    await settle(statusIs('funded'))
    await expect(page.getByRole('heading', { name: 'Paid into escrow' })).toBeVisible()
    expect(await usdcOf(payer.address)).toBe(50_000_000n)
  })
  await test.step('accepted work is paid on the chain, less the fee', async () => {
    const order_id = order.id
    await must(creator.client.rpc('accept_order', { order_id }))
    const links = ['https://example.com']
    await must(creator.client.rpc('deliver_order', { order_id, note: 'Done.', links }))
    await page.goto(`/dashboard/orders/${order.id}`)
    await button(page, 'Accept work').click()
    await button(dialog(page), 'Accept work').click()
    await expect(page.getByText(/^The work is accepted. “On the chain” says/)).toBeVisible()
    await settle(async () => (await usdcOf(receiver.address)) === 225_000_000n)
    const record = page.getByRole('region', { name: 'On the chain' })
    await expect(record.getByText(/^Paid to the creator's wallet/)).toBeVisible()
    await expectNoSidewaysScroll(page, 'an order that the chain paid')
  })
})

test('a brand switches the network of its wallet, gets enough USDC, signs for an order, and follows the money into escrow @detail', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const order = await newUsdcOrder(brand, creator, PAYMENT.receiver)
  const page = await visit(brand, PHONE)
  let chainId = '0x1'
  let balance = 100_000_000
  let isRefused = true
  await addWallet(page, (method, params) => {
    if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [PAYER]
    if (method === 'eth_chainId') return chainId
    if (method === 'wallet_switchEthereumChain') {
      chainId = (params[0] as { chainId: string }).chainId
      return null
    }
    if (method === 'eth_call') return words(balance)
    if (method === 'eth_signTypedData_v4' && !isRefused) return hex('9', 130)
    throw refuse(4001)
  })
  await showPayments(page, [PAYMENT])
  await page.route('**/functions/v1/pay-on-chain', (route) => {
    if (route.request().method() === 'OPTIONS') return route.continue()
    const { signature } = route.request().postDataJSON() as { signature?: string }
    return answer(
      200,
      signature ? { payment: SIGNED } : { payment: PAYMENT, typed_data: TYPED_DATA },
    )(route)
  })

  await page.goto(`/dashboard/orders/${order.id}`)
  await page.getByRole('link', { name: 'Pay 250.00 USDC' }).click()
  await expect(page.getByRole('heading', { name: 'Pay with USDC' })).toBeVisible()
  await button(page, 'Connect Test wallet').click()
  await test.step('the wallet is on another network', async () => {
    await expect(page.getByText(/^Your wallet is on another network/)).toBeVisible()
    await expectNoSidewaysScroll(page, 'the wrong network')
    await button(page, 'Switch to Kolpact Local').click()
  })
  await test.step('the wallet holds too little', async () => {
    await expect(page.getByText(/holds 100\.00 USDC .* 150\.00 USDC is missing/)).toBeVisible()
    await expect(button(page, 'Sign for 250.00 USDC')).toBeDisabled()
    balance = 300_000_000
    await expect(button(page, 'Sign for 250.00 USDC')).toBeEnabled()
  })
  await test.step('the brand reads in plain words what it signs', async () => {
    const signed = page.getByRole('region', { name: 'What you sign' })
    await expect(signed).toContainText(creator.name)
    await expect(signed).toContainText('At most 25.00 USDC (10 %)')
    await expect(signed).toContainText('0x3333…3333')
    await expect(signed).toContainText('From Dec 3, 2099 on')
    await expectNoSidewaysScroll(page, 'what is signed')
  })
  await test.step('the brand declines in the wallet', async () => {
    await button(page, 'Sign for 250.00 USDC').press('Enter')
    await expect(page.getByRole('alert')).toContainText('You declined this in your wallet.')
  })
  await test.step('the payment is signed, sent and in escrow, also after a reload', async () => {
    isRefused = false
    await showPayments(page, [{ ...SIGNED, acts: [act('decided')] }])
    await button(page, 'Sign for 250.00 USDC').click()
    await expect(page.getByRole('heading', { name: 'On its way into escrow' })).toBeVisible()
    await showPayments(page, [{ ...SIGNED, acts: [act('broadcast')] }])
    await expect(page.getByRole('listitem').filter({ hasText: 'Sent' })).toContainText(
      '0xaaaa…aaaa',
    )
    await page.reload()
    const step = page.getByRole('listitem').filter({ hasText: 'In escrow' })
    await expect(step).toHaveAttribute('aria-current', 'step')
    await showPayments(page, [{ ...SIGNED, acts: [act('mined')] }])
    await expect(step).toContainText('0xeeee…eeee')
    await expectNoSidewaysScroll(page, 'a payment on its way')
  })
  await test.step('a lost payment can be signed again', async () => {
    await showPayments(page, [
      { ...SIGNED, closed_at: new Date().toISOString(), acts: [act('failed')] },
    ])
    await expect(page.getByText(/did not reach the escrow, and nothing was taken/)).toBeVisible()
    // After the reload the wallet is connected again without a question.
    await page.reload()
    await expect(button(page, 'Sign for 250.00 USDC')).toBeEnabled()
    await tell(page, 'accountsChanged', [])
    await expect(button(page, 'Connect Test wallet')).toBeVisible()
  })
})

test('a wallet is not asked to sign a payment that differs from the order @detail', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const order = await newUsdcOrder(brand, creator, PAYMENT.receiver)
  const page = await visit(brand, PHONE)
  const asked: string[] = []
  await addWallet(page, (method) => {
    asked.push(method)
    return method === 'eth_chainId' ? '0x7a69' : [PAYER]
  })
  await showPayments(page, [])
  const other = { ...PAYMENT, receiver: hex('4') }
  await page.route(
    '**/functions/v1/pay-on-chain',
    answer(200, { payment: other, typed_data: TYPED_DATA }),
  )
  await page.goto(`/dashboard/checkout/${order.id}`)
  await button(page, 'Connect Test wallet').click()
  await expect(page.getByText(/^What we were given to sign is not this payment/)).toBeVisible()
  expect(asked).not.toContain('eth_signTypedData_v4')
})

test('a brand that deletes its account saves the payment info of money that is still in escrow @detail', async ({
  visit,
}) => {
  const [brand] = await newPair()
  const page = await visit(brand, PHONE)
  await showPayments(page, [{ ...SIGNED, order: { number: 'KP-1' } }])
  await page.goto('/dashboard/settings/account')
  await button(page, 'Delete').click()
  await expect(dialog(page)).toContainText('Order KP-1: you can take back alone what is left from')
  await expectNoSidewaysScroll(page, 'the dialog of the deletion')
  const saved = page.waitForEvent('download')
  await button(dialog(page), 'Save the payment info').click()
  expect((await saved).suggestedFilename()).toBe('kolpact-KP-1-payment.json')
})

test('a brand without a wallet reads what to do @detail', async ({ visit }) => {
  const [brand, creator] = await newPair()
  const order = await newUsdcOrder(brand, creator, PAYMENT.receiver)
  const page = await visit(brand, PHONE)
  await withoutWalletConnect(page)
  await showPayments(page, [])
  await page.goto(`/dashboard/checkout/${order.id}`)
  await expect(page.getByRole('heading', { name: 'No wallet found' })).toBeVisible()
  await expectNoSidewaysScroll(page, 'no wallet')
})

test('a creator proves a wallet, and reads that it is paid only after a waiting period @detail', async ({
  visit,
}) => {
  const [, creator] = await newPair()
  await enrolFactor(creator)
  const page = await visit(creator, PHONE)
  const until = new Date(Date.now() + 48 * 3_600_000).toISOString()
  let saved: object[] = []
  let message = ''
  await addWallet(page, (method, [text]) => {
    if (method === 'eth_chainId') return '0x1'
    if (method !== 'personal_sign') return [PAYER]
    message = Buffer.from(String(text).slice(2), 'hex').toString()
    return hex('9', 130)
  })
  await page.route('**/rest/v1/wallets?*', (route) => answer(200, saved)(route))
  await page.route('**/functions/v1/save-wallet', (route) => {
    if (route.request().method() === 'OPTIONS') return route.continue()
    const { signature } = route.request().postDataJSON() as { signature?: string }
    if (!signature) return answer(200, { message: 'I own {address}.' })(route)
    saved = [{ address: PAYER, created_at: new Date().toISOString(), waits_until: until }]
    return answer(200, { address: PAYER, waits_until: until })(route)
  })
  await page.goto('/dashboard/payments')
  await expect(page.getByText('You have none yet.')).toBeVisible()
  // While the cards above are loading, the link may still move.
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  await page.getByRole('link', { name: 'Open', exact: true }).click()
  await expect(page.getByText('You have no wallet yet.')).toBeVisible()
  await button(page, 'Add a wallet').click()
  await button(page, 'Connect Test wallet').click()
  await expectNoSidewaysScroll(page, 'a wallet to prove')
  await button(page, 'Sign that it is yours').click()
  // Another test may have shortened the waiting period, so both states are allowed.
  await expect(content(page).getByText(/^(Waits|Is paid)$/)).toBeVisible()
  expect(message).toBe(`I own ${PAYER}.`)
  await expectNoSidewaysScroll(page, 'a wallet that waits')
  await button(page, 'Change the wallet').click()
  await expect(page.getByText(/^This wallet is yours already/)).toBeVisible()
  await button(page, 'Cancel').click()
  await page.route('**/rest/v1/rpc/remove_wallet', (route) => {
    if (route.request().method() === 'OPTIONS') return route.continue()
    expect(route.request().postDataJSON()).toEqual({ address: PAYER })
    saved = []
    return answer(200, null)(route)
  })
  await button(page, `Remove the wallet ${PAYER}`).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('You have no wallet yet.')).toBeVisible()
})

test('a payer takes a payment back although no server of the market answers @detail', async ({
  visit,
}) => {
  const page = await visit(null, PHONE)
  await page.route(`${process.env['SUPABASE_URL']}/**`, (route) => route.abort())
  let account = hex('8')
  let held = words(true, 150_000_000, 0)
  let sent: Record<string, string> = {}
  let isDeclined = true
  // The time of the chain decides, not the clock of the browser.
  let now = PAYMENT.authorization_expiry - 1
  await addWallet(page, (method, params) => {
    if (method === 'eth_chainId') return '0x7a69'
    if (method === 'eth_getBlockByNumber') return { timestamp: `0x${now.toString(16)}` }
    if (method === 'eth_call') return held
    if (method === 'eth_getTransactionReceipt') return { status: '0x1' }
    if (method !== 'eth_sendTransaction') return [account]
    if (isDeclined) throw refuse(4001)
    sent = params[0] as typeof sent
    held = words(true, 0, 0)
    return hex('a', 64)
  })
  await page.goto('/reclaim')
  const info = page.getByLabel('Or paste its text')
  await info.fill('hello')
  await expect(page.getByText('There is no payment info in this text.')).toBeVisible()
  await info.fill(JSON.stringify({ payments: [PAYMENT] }))
  await expect(page.getByText('250.00 USDC', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Test wallet' }).click()
  await expect(page.getByText(/^Another wallet made this payment/)).toBeVisible()
  account = PAYER
  await tell(page, 'accountsChanged', [PAYER])
  await expect(page.getByText(/^The escrow still holds money of this payment/)).toBeVisible()
  await expect(page.getByText('150.00 USDC', { exact: true }), 'what is left').toBeVisible()
  await expectNoSidewaysScroll(page, 'the reclaim page')
  now += 1
  await page.getByLabel('Open the file').setInputFiles({
    name: 'payment.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(PAYMENT)),
  })
  await button(page, 'Take it back').click()
  await expect(page.getByText('You declined it in your wallet.')).toBeVisible()
  isDeclined = false
  await button(page, 'Take it back').click()
  await expect(page.getByText('Done: the money is in your wallet again.')).toBeVisible()
  expect(sent).toMatchObject({ from: PAYER, to: expect.stringMatching(/^0xe{40}$/i) })
})

test('the page of an order says what the escrow did and how the brand can take its money back alone @detail', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const order = await newUsdcOrder(brand, creator, PAYMENT.receiver)
  const payments = [
    {
      ...SIGNED,
      acts: [
        act('final'),
        act('broadcast', {
          id: 2,
          kind: 'capture',
          amount_minor: 100_000_000,
          fee_minor: 10_000_000,
        }),
        act('failed', { id: 3, kind: 'refund', amount_minor: 150_000_000 }),
      ],
    },
  ]
  const page = await visit(brand, PHONE)
  await showPayments(page, payments)
  await page.goto(`/dashboard/orders/${order.id}`)
  const record = page.getByRole('region', { name: 'On the chain' })
  await expect(record.getByRole('listitem').nth(1)).toContainText(
    "Paid to the creator's wallet · after our fee of 10.00 USDC90.00 USDC",
  )
  await expect(record.getByRole('listitem').nth(2)).toContainText('Stopped: our staff look at it')
  await expectNoSidewaysScroll(page, 'the record of the chain')
  const saved = page.waitForEvent('download')
  await button(page, 'Save the payment info').click()
  expect((await saved).suggestedFilename()).toBe(`kolpact-${order.number}-payment.json`)
  await page.getByRole('link', { name: 'See how far the payment is' }).click()
  await expect(page.getByRole('heading', { name: 'On its way into escrow' })).toBeVisible()

  const other = await visit(creator, PHONE)
  await showPayments(other, payments)
  await other.goto(`/dashboard/orders/${order.id}`)
  await expect(other.getByText('Paid to your wallet')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Save the payment info' })).toHaveCount(0)
})
