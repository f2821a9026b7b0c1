import { expect, test } from './support/test.ts'
import { demo, must, newPack, newPair, placeOrder, write } from './support/members.ts'
import { newTestCard } from '../../scripts/sandbox-pay/cards.ts'
import { dialog, expectNoSidewaysScroll } from './support/screen.ts'

test('staff read the prepared evidence of a chargeback, add a sentence, and send it @detail', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const order = await placeOrder(brand, (await newPack(creator)).id)
  const { url } = await must(
    brand.client.functions.invoke<{ url: string }>('checkout', { body: { order_id: order.id } }),
  )
  const post = (path: string, form: Record<string, string>) =>
    fetch(url + path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  await post('', { number: newTestCard(), expiry: '12/40', cvc: '123', name: brand.name })
  const accept = () => creator.client.rpc('accept_order', { order_id: order.id })
  await expect.poll(async () => (await accept()).error, { timeout: 30_000 }).toBeNull()
  const note = `${'a'.repeat(60)} مرحبا`
  await must(
    creator.client.rpc('deliver_order', { order_id: order.id, note, links: ['https://a.example'] }),
  )
  await must(brand.client.rpc('complete_order', { order_id: order.id }))
  await write(brand, creator, 'What a thread.')
  await post('/disputes', { amount: '250.00' })

  const page = await visit(await demo('staff'), { viewport: { width: 320, height: 800 } })
  await page.goto('/dashboard/staff/chargebacks')
  const { data } = await brand.client
    .from('pack_orders')
    .select('number')
    .eq('id', order.id)
    .single()
  await page.getByRole('searchbox').fill(data?.number ?? '')
  await expect(
    page.getByText(/The bank takes evidence until .* ours is sent by itself/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Evidence' }).click()
  await dialog(page).getByRole('button', { name: 'Evidence' }).click()
  await expect(dialog(page).getByText(/The buyer accepted the work on/)).toBeVisible()
  await expect(dialog(page).getByText('What a thread.')).toHaveCount(0)
  await expectNoSidewaysScroll(page, 'evidence')
  await dialog(page).getByLabel('A sentence of yours, in English').fill('The buyer thanked for it.')
  await dialog(page).getByRole('button', { name: 'Send now' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText(/Our evidence was sent/)).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Evidence' }).click()
  await dialog(page).getByRole('button', { name: 'Evidence' }).click()
  await expect(dialog(page).getByText(/^The buyer thanked for it\./)).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Send now' })).toHaveCount(0)
})
