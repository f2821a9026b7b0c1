import { randomUUID } from 'node:crypto'
import { expect, test, type Browser, type Page } from './support/test.ts'
import { newOrder } from './support/deals.ts'
import { follow, must, newPack, newPair, openAs, write, type Member } from './support/members.ts'
import { toast, liveChanges } from './support/screen.ts'

test.describe.configure({ mode: 'default' })

// Two browsers side by side; pages are never reloaded.

const nav = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' }).first()
const unread = (page: Page, count: number) =>
  nav(page).getByRole('link', { name: `Messages ${count} unread` })
const bell = (page: Page, count: number) =>
  page.getByRole('button', {
    name: count === 0 ? 'Notifications' : `Notifications, ${count} unread`,
    exact: true,
  })

let brand: Member
let creator: Member
let theirs: Page
let mine: Page

async function open(browser: Browser, member: Member) {
  const page = await openAs(browser, member)
  const joined = liveChanges(page)
  await page.goto('/dashboard')
  await joined
  await expect(page.getByRole('heading', { name: /^Hello, / })).toBeVisible()
  return page
}

test.beforeAll(async ({ browser }) => {
  ;[brand, creator] = await newPair()
  ;[theirs, mine] = await Promise.all([open(browser, brand), open(browser, creator)])
})
test.afterAll(() => Promise.all([theirs.context().close(), mine.context().close()]))

test('a message is announced, counted, and read by dismissing its toast', async () => {
  await write(brand, creator, 'One')
  const first = toast(mine, `New message from ${brand.name}`)
  // A toast under the pointer stays.
  await first.hover()
  await expect(unread(mine, 1)).toBeVisible()
  await first.getByRole('button', { name: 'close' }).click()
  await expect(nav(mine).getByRole('link', { name: 'Messages', exact: true })).toBeVisible()
  await expect
    .poll(() =>
      must(creator.client.from('messages').select('is_read').eq('receiver_id', creator.id)),
    )
    .toEqual([{ is_read: true }])
})

test('at most five toasts are shown at once, and the counter counts them all', async () => {
  await write(brand, creator, '1', '2', '3', '4', '5', '6', '7')
  await expect(unread(mine, 7)).toBeVisible()
  await expect(toast(mine, 'New message from')).toHaveCount(5)
})

test('both members see that the other is present or typing, and which messages were read', async () => {
  const talk = (page: Page) => page.getByRole('log')
  const state = (page: Page) =>
    page.getByRole('region', { name: /^Conversation with/ }).getByRole('status')
  await follow(theirs, `/dashboard/messages/${creator.id}`)
  await expect(talk(theirs).getByRole('img', { name: 'Read' })).toHaveCount(1)
  await follow(mine, `/dashboard/messages/${brand.id}`)
  await expect(toast(mine, 'New message from')).toHaveCount(0)
  await expect(talk(theirs).getByRole('img', { name: 'Read' })).toHaveCount(8)
  await expect(nav(mine).getByRole('link', { name: 'Messages', exact: true })).toBeVisible()
  await expect(state(theirs)).toHaveText('In this conversation now')
  await expect(state(mine)).toHaveText('In this conversation now')

  await theirs.getByLabel('Write a message').pressSequentially('Hi')
  await expect(state(mine)).toHaveText('is typing…')
  await theirs.getByLabel('Write a message').press('Enter')
  await expect(talk(mine).getByText('Hi', { exact: true })).toBeVisible()
  await expect(state(mine)).toHaveText('In this conversation now')
  await expect(talk(theirs).getByRole('img', { name: 'Read' })).toHaveCount(9)
  await expect(toast(mine, 'New message from')).toHaveCount(0)

  await follow(theirs, '/dashboard')
  await expect(state(mine)).toHaveText('')
})

test('the bell counts new notifications until they are marked as read', async () => {
  // Marks all earlier notifications as read, such as the approval or another member's campaign.
  const news = creator.client.from('notifications').update({ read: true }).eq('read', false)
  await must(news.select())
  await expect(bell(mine, 0)).toBeVisible()
  const pack = await newPack(creator, 'A live thread')
  const order = await newOrder('paid', brand, creator, pack.id)
  await expect(toast(mine, `New order from ${brand.name} for A live thread`)).toHaveCount(1)
  await expect(bell(mine, 1)).toBeVisible()
  await bell(mine, 1).click()
  const panel = mine.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByText(`New order from ${brand.name} for A live thread`)).toBeVisible()
  await panel.getByRole('button', { name: 'Mark all as read' }).click()
  await mine.keyboard.press('Escape')
  await expect(bell(mine, 0)).toBeVisible()

  await must(creator.client.rpc('accept_order', { order_id: order.id }))
  // The notification about the payment mentions the acceptance, too.
  await expect(toast(theirs, 'accepted your order')).toBeVisible()
  // The notification about the payment may arrive before or after that toast.
  await expect(
    theirs.getByRole('button', { name: /^Notifications, [1-9]\d* unread$/ }),
  ).toBeVisible()
})

test('a message about an order that arrives in a hidden tab is read once the tab is shown', async () => {
  const { id: order_id } = await newOrder('accepted', brand, creator)
  const read = () =>
    must(creator.client.from('messages').select('content, is_read').eq('order_id', order_id))
  const show = (isShown: boolean) =>
    mine.evaluate(
      (state) => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      },
      isShown ? 'visible' : 'hidden',
    )
  await follow(mine, `/dashboard/orders/${order_id}`)
  const history = mine.getByRole('log', { name: 'History' })
  await expect(history.getByText('Order accepted')).toBeVisible()
  await show(false)
  const conversation_id = await must(
    brand.client.rpc('get_or_create_conversation', { other_profile_id: creator.id }),
  )
  const sides = { conversation_id, sender_id: brand.id, receiver_id: creator.id, order_id }
  await must(
    brand.client
      .from('messages')
      .insert({ id: randomUUID(), ...sides, content: 'Away?' })
      .select(),
  )
  await expect(history.getByText('Away?')).toBeVisible()
  expect(await read()).toEqual([{ content: 'Away?', is_read: false }])
  await show(true)
  await expect.poll(read).toEqual([{ content: 'Away?', is_read: true }])
})

test('a message that is sent in one tab disappears from the message field of another tab', async () => {
  const path = `/dashboard/messages/${brand.id}`
  const field = (page: Page) => page.getByLabel('Write a message')
  const said = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true })
  await follow(mine, path)
  const other = await mine.context().newPage()
  await other.goto(path)
  await expect(field(other)).toBeVisible()
  await field(mine).fill('Said once')
  // A new message renders the form of the other tab again.
  await write(brand, creator, 'Are you there?')
  await expect(said(other, 'Are you there?')).toBeVisible()
  await expect(field(other)).toHaveValue('Said once')
  await field(mine).press('Enter')
  await expect(said(other, 'Said once')).toBeVisible()
  // At once: some seconds later the form is rendered again anyway.
  expect(await field(other).inputValue()).toBe('')
  await other.close()
})
