import { expect, test } from 'vitest'
import { fund, mailTo, newMember, newPack, placeOrder } from './harness.ts'

test('a member whose language is Turkish gets e-mails in Turkish', async () => {
  const brand = await newMember('brand')
  const creator = await newMember('kol', { profile: { locale: 'tr' } })
  await fund(await placeOrder(brand, (await newPack(creator)).id))
  const mail = await mailTo(creator.email, 'Yeni sipariş')
  expect(mail.Subject).toBe(`Yeni sipariş: One honest thread (${brand.name})`)
  expect(mail.Text).toContain(`Merhaba ${creator.name},`)
  expect(mail.Text).toContain(
    '$250,00 emanette. İş kabul edilirse, $25,00 komisyonumuz düşüldükten sonra $225,00 kazanırsınız. Siparişi kabul edin ya da reddedin.',
  )
  expect(mail.Text).toContain('Siparişi gör: ')
  expect(mail.HTML).toContain('<html lang="tr">')
})
