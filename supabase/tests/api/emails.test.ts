import { beforeAll, expect, test } from 'vitest'
import {
  done,
  fund,
  mailTo,
  must,
  newMember,
  newPack,
  placeOrder,
  sql,
  type Member,
} from './harness.ts'

let brand: Member
let creator: Member
let orderId: string

beforeAll(async () => {
  brand = await newMember('brand', { profile: { locale: 'es-MX' } })
  creator = await newMember('kol', { profile: { locale: 'tr' } })
  const order = await placeOrder(brand, (await newPack(creator)).id)
  await fund(order)
  orderId = order.id
})

test('a member who reads Turkish gets e-mails in it', async () => {
  const mail = await mailTo(creator.email, 'Yeni sipariş')
  expect(mail.Subject).toBe(`Yeni sipariş: One honest thread (${brand.name})`)
  expect(mail.Text).toContain(`Merhaba ${creator.name},`)
  expect(mail.Text).toContain(
    '$250,00 emanette. İş kabul edilirse, $25,00 komisyonumuz düşüldükten sonra $225,00 kazanırsınız. Siparişi kabul edin ya da reddedin.',
  )
  expect(mail.Text).toContain('Siparişi gör: ')
  expect(mail.HTML).toContain('<html lang="tr">')
})

test('a member who reads Spanish gets them in it, and the contract in English', async () => {
  must(await creator.client.rpc('accept_order', { order_id: orderId }))
  const mail = await mailTo(brand.email, 'ha aceptado')
  expect(mail.Subject).toBe(`${creator.name} ha aceptado tu pedido: One honest thread`)
  expect(mail.Text).toContain('El trabajo ha empezado.')
  const [row] = must(
    await brand.client
      .from('notifications')
      .select('type, event, title')
      .eq('type', 'order_update'),
  )
  expect(row).toEqual({
    type: 'order_update',
    event: 'order_accepted',
    title: `${creator.name} accepted your order for One honest thread`,
  })
})

test('a digest is in the language of the member too', async () => {
  done(
    await brand.client
      .from('email_preferences')
      .insert({ type: 'order_update', mode: 'digest' })
      .select(),
  )
  must(
    await creator.client.rpc('deliver_order', {
      order_id: orderId,
      note: 'Done.',
      links: ['https://example.com/work'],
    }),
  )
  await sql(
    `update private.digest_items set created_at = now() - interval '2 days' where profile_id = $1`,
    [brand.id],
  )
  await sql('select private.work_email_digests(now())')
  const mail = await mailTo(brand.email, 'Tu resumen de Kolpact')
  expect(mail.Text).toContain(`· ${creator.name} ha entregado One honest thread. Acepta el trabajo`)
  expect(mail.Text).toContain(`/dashboard/orders/${orderId}`)
})
