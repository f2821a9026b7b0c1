import { expect, test, type Page } from '@playwright/test'
import { newTestCard } from '../../scripts/sandbox-pay/cards.ts'
import {
  fund,
  must,
  newMember,
  newPack,
  openAs,
  placeOrder,
  write,
  type Member,
} from './support/members.ts'
import { expectNoSidewaysScroll } from './support/screen.ts'

async function payByCard(page: Page) {
  await page.getByLabel(/Card number/).fill(newTestCard())
  await page.getByLabel('Expiry').fill('12 / 40')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('Name on card').fill('N. Imbus')
  await page.getByRole('button', { name: 'Pay $50.00' }).click()
}

/** An order that was paid and cancelled: its 250.00 are in the wallet. */
async function fillWallet(brand: Member, packId: string) {
  const order = await placeOrder(brand, packId)
  await fund(order)
  await must(brand.client.rpc('cancel_order', { order_id: order.id, reason: 'Another day.' }))
}

test('the wallet pays first and a card the rest; later the wallet gives a tip', async ({
  browser,
}) => {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  const pack = await newPack(creator)
  await fillWallet(brand, pack.id)
  const dearer = await newPack(creator, 'A longer thread', 1, 30_000)
  const order = await placeOrder(brand, dearer.id)
  const page = await openAs(browser, brand, { viewport: { width: 390, height: 844 } })
  await page.goto(`/dashboard/orders/${order.id}`)

  await page.getByRole('button', { name: 'Pay $300.00' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('From your wallet')).toBeVisible()
  await expect(dialog.getByText('$250.00')).toBeVisible()
  await expectNoSidewaysScroll(page, 'paying in two parts')
  await dialog.getByRole('button', { name: 'Pay $50.00' }).click()
  await page.waitForURL('**/pay/**')
  await page.getByRole('link', { name: 'Cancel and return to Kolpact' }).click()
  await expect(page.getByText('From your wallet')).toBeVisible()
  await page.getByRole('button', { name: 'Pay $50.00' }).click()
  await page.waitForURL('**/pay/**')
  await payByCard(page)
  await expect(page.getByRole('heading', { name: 'Paid into escrow' })).toBeVisible()
  await expect(page.getByText('Paid from your wallet')).toBeVisible()
  await expect(page.getByText('Paid by card')).toBeVisible()

  const links = ['https://example.com']
  await must(creator.client.rpc('accept_order', { order_id: order.id }))
  await must(creator.client.rpc('deliver_order', { order_id: order.id, note: 'Done.', links }))
  await must(brand.client.rpc('complete_order', { order_id: order.id }))
  await page.goto(`/dashboard/orders/${order.id}`)
  await expect(page.getByRole('log').getByText('Wallet → In escrow')).toBeVisible()
  await expect(page.getByRole('log').getByText('Card → In escrow')).toBeVisible()
  const tip = page.getByRole('button', { name: 'Give a tip' })
  await expect(tip).toHaveAttribute('aria-disabled', 'true')
  await fillWallet(brand, pack.id)
  await page.reload()
  await tip.click()
  await expect(dialog.getByText('From $1.00 to $150.00.')).toBeVisible()
  await dialog.getByLabel('Tip in USD').fill('160')
  await dialog.getByLabel(/A few words/).fill('Well done.')
  await dialog.getByRole('button', { name: 'Give $160.00' }).click()
  await expect(dialog.getByText('Enter an amount from $1.00 to $150.00.')).toBeVisible()
  await dialog.getByLabel('Tip in USD').fill('20')
  await expectNoSidewaysScroll(page, 'a tip')
  await dialog.getByRole('button', { name: 'Give $20.00' }).click()
  const stream = page.getByRole('log')
  await expect(stream.getByText('Tip given')).toBeVisible()
  await expect(stream.getByText('Well done.')).toBeVisible()
  await expect(stream.getByText('-$20.00')).toBeVisible()
  await page.context().close()

  const theirs = await openAs(browser, creator)
  await theirs.goto(`/dashboard/orders/${order.id}`)
  await expect(theirs.getByRole('log').getByText('+$20.00')).toBeVisible()
  await theirs.goto('/dashboard/notifications')
  await expect(theirs.getByText(/gave you a tip of \$20\.00/)).toBeVisible()
  await theirs.context().close()
})

test('who accepts an offer reads what the wallet pays and what is left', async ({ browser }) => {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  await fillWallet(brand, (await newPack(creator)).id)
  const conversation_id = await write(brand, creator, 'How much for a week?')
  await must(
    creator.client.rpc('make_offer', {
      conversation_id,
      title: 'Launch week',
      scope: 'A thread each day.',
      price_minor: 30_000,
      currency: 'USD',
      delivery_days: 7,
      revisions: 1,
      milestones: [],
      needs_draft: false,
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      idempotency_key: crypto.randomUUID(),
    }),
  )
  const page = await openAs(browser, brand, { viewport: { width: 390, height: 844 } })
  await page.goto(`/dashboard/messages/${creator.id}`)
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('$250.00')).toBeVisible()
  await expect(dialog.getByText('$50.00', { exact: true })).toBeVisible()
  await expectNoSidewaysScroll(page, 'accepting an offer')
  await page.context().close()
})
