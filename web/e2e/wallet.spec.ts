import { expect, test } from './support/test.ts'
import { makeOffer, newDeal, newOrder } from './support/deals.ts'
import { follow, must, newPack, newPair, write } from './support/members.ts'
import { payByCard } from './support/person.ts'
import { expectNoSidewaysScroll } from './support/screen.ts'

test('the wallet pays first and a card the rest; later the wallet gives a tip', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const pack = await newPack(creator)
  await newOrder('cancelled', brand, creator, pack.id)
  const dearer = await newPack(creator, 'A longer thread', { price_minor: 30_000 })
  const order = await newOrder('unpaid', brand, creator, dearer.id)
  const page = await visit(brand, { viewport: { width: 390, height: 844 } })
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
  await payByCard(page)
  await expect(page.getByRole('heading', { name: 'Paid into escrow' })).toBeVisible()
  await expect(page.getByText('Paid from your wallet')).toBeVisible()
  await expect(page.getByText('Paid by card')).toBeVisible()

  const links = ['https://example.com']
  await must(creator.client.rpc('accept_order', { order_id: order.id }))
  await must(creator.client.rpc('deliver_order', { order_id: order.id, note: 'Done.', links }))
  await must(brand.client.rpc('complete_order', { order_id: order.id }))
  await follow(page, `/dashboard/orders/${order.id}`)
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByText('Wallet → In escrow')).toBeHidden()
  await history.getByText('Details: how the money moved').click()
  await expect(history.getByText('Wallet → In escrow')).toBeVisible()
  await expect(history.getByText('Card → In escrow')).toBeVisible()
  const tip = page.getByRole('button', { name: 'Give a tip' })
  await expect(tip).toHaveAttribute('aria-disabled', 'true')
  await newOrder('cancelled', brand, creator, pack.id)
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

  const theirs = await visit(creator)
  await theirs.goto(`/dashboard/orders/${order.id}`)
  await expect(theirs.getByRole('log').getByText('+$20.00')).toBeVisible()
  await follow(theirs, '/dashboard/notifications')
  await expect(theirs.getByText(/gave you a tip of \$20\.00/)).toBeVisible()
})

test('a brand that accepts an offer reads what the wallet pays and what is left @detail', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  await newOrder('cancelled', brand, creator)
  const conversation_id = await write(brand, creator, 'How much for a week?')
  await makeOffer(creator, conversation_id, { price_minor: 30_000 })
  const page = await visit(brand, { viewport: { width: 390, height: 844 } })
  await page.goto(`/dashboard/messages/${creator.id}`)
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('$250.00')).toBeVisible()
  await expect(dialog.getByText('$50.00', { exact: true })).toBeVisible()
  await expectNoSidewaysScroll(page, 'accepting an offer')
})

test('a declined card charges nothing, and the page waits for a pending payment @detail', async ({
  visit,
}) => {
  const { brand, order } = await newDeal('unpaid')
  const page = await visit(brand)
  const { url } = (await must(
    brand.client.functions.invoke('checkout', { body: { order_id: order.id } }),
  )) as { url: string }
  await page.goto(url)
  await payByCard(page, '4000 0000 0000 0002')
  await expect(page.getByRole('alert')).toHaveText(
    'Your card was declined. Nothing was charged. Try another card.',
  )
  await page.getByRole('link', { name: 'Cancel and return to Kolpact' }).click()
  await expect(page.getByRole('heading', { name: 'Not paid yet' })).toBeVisible()

  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await payByCard(page, '4000 0000 0000 3220')
  await expect(page.getByRole('heading', { name: 'Your bank is still confirming' })).toBeVisible()
  const bank = await page.context().newPage()
  await bank.goto(page.url())
  await page.getByRole('link', { name: 'Return to Kolpact' }).click()
  await expect(page.getByRole('heading', { name: 'Confirming your payment' })).toBeVisible()
  await bank.getByRole('button', { name: 'Confirm now' }).click()
  await expect(page.getByRole('heading', { name: 'Paid into escrow' })).toBeVisible()
})
