import { randomWord } from '../../../scripts/tools/testing/random-word.ts'
import { newTestCard } from '../../../scripts/sandbox-pay/cards.ts'
import { paths } from '../../src/domain/paths.ts'
import { newOrder } from '../support/deals.ts'
import { demo, must, newMember, newPack, newPair } from '../support/members.ts'
import { test } from '../support/test.ts'
import { BlindDriver } from './blind-driver.ts'

// The main job of each role, done without sight and without a mouse.

test('by keyboard and accessibility tree alone a brand orders and pays, the creator delivers, and the brand accepts', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const title = `Thread ${randomWord()}`
  await newPack(creator, title)
  const [buyer, seller] = await Promise.all(
    [brand, creator].map(async (each) => BlindDriver.of(await visit(each))),
  )
  if (!buyer || !seller) throw new Error('Nobody came.')

  await test.step('the brand finds a creator and orders', async () => {
    await buyer.goTo(paths.discover)
    await buyer.write('searchbox', 'Search creators', creator.name)
    await buyer.hear('StaticText', '1 creator')
    await buyer.press('link', creator.name)
    await buyer.press('link', `Buy this pack: ${title}`)
    await buyer.press('button', 'Continue')
    await buyer.write('textbox', /^Task/, 'Explain our bridge.')
    await buyer.press('button', 'Continue')
    await buyer.hear('heading', 'What happens after you pay')
    await buyer.press('button', 'Continue')
    await buyer.press('button', /^Order and pay \$/)
  })

  await test.step('the brand pays', async () => {
    await buyer.write('textbox', /^Card number/, newTestCard())
    await buyer.write('textbox', /^Expiry/, '12 / 40')
    await buyer.write('textbox', /^Security code/, '123')
    await buyer.write('textbox', /^Name on card/, 'N. Imbus')
    await buyer.press('button', /^Pay /)
    await buyer.hear('heading', 'Paid into escrow')
  })

  await test.step('the creator accepts the order and delivers', async () => {
    await seller.goTo(paths.orders)
    await seller.press('link', new RegExp(title))
    await seller.press('button', 'Accept order')
    await seller.hear('dialog', /./)
    await seller.press('button', 'Accept order')
    await seller.press('button', 'Deliver work')
    await seller.write('textbox', /^What did you make/, 'The thread is online.')
    await seller.write('textbox', /^Links to the work/, 'https://threads.example/bridge')
    await seller.press('button', 'Deliver work')
  })

  await test.step('the brand accepts the work', async () => {
    await buyer.press('link', 'Go to the order')
    await buyer.press('button', 'Accept work')
    await buyer.hear('dialog', /./)
    await buyer.press('button', 'Accept work')
    await buyer.hear('StaticText', 'Work accepted, order completed')
  })
})

test('by keyboard and accessibility tree alone staff approve a creator and rule on a dispute', async ({
  visit,
}) => {
  const newcomer = await newMember('kol', { approved: false })
  const [brand, creator] = await newPair()
  const { id: order_id, number } = await newOrder('disputed', brand, creator)
  for (const side of [brand, creator])
    await must(side.client.rpc('answer_dispute', { order_id, body: 'Half of it came.' }))
  const desk = await BlindDriver.of(await visit(await demo('staff')))

  await desk.goTo(paths.staff())
  await desk.write('searchbox', 'Find a member by name, e-mail or id', newcomer.name)
  await desk.press('button', `Approve ${newcomer.name}`)
  await desk.hear('StaticText', `${newcomer.name} is on the market now.`)

  await desk.goTo(paths.staff('disputes'))
  await desk.write('searchbox', /^Find an order/, number)
  await desk.press('button', 'Read the case')
  await desk.hear('dialog', /./)
  await desk.press('button', 'Read the case')
  await desk.hear('StaticText', 'Half of it came.')
  await desk.write('textbox', /^For the creator, of/, '100')
  await desk.write('combobox', /^What was found/, 'Partly')
  await desk.write('combobox', /^What decides/, 'The b')
  await desk.write('textbox', /^Why/, 'Half of it was done.')
  await desk.press('button', 'Rule')
  await desk.hear('StaticText', /Ruled/)
})
