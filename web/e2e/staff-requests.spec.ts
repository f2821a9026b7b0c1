import { expect, test, type Page } from './support/test.ts'
import { paths } from '../src/domain/paths.ts'
import { SECTIONS } from '../src/domain/routes.ts'
import { newDeal } from './support/deals.ts'
import { demo, must } from './support/members.ts'
import { content } from './support/screen.ts'

const MOST = 8
const AT_ONCE = 4
const api = process.env['SUPABASE_URL'] ?? ''

/** Collects the requests of a page to the API, and its Realtime sockets; public pictures are static files and not counted. */
function requestsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const path = request.url().slice(api.length)
    if (!request.url().startsWith(api) || path.startsWith('/storage/v1/object/public')) return
    if (request.method() !== 'OPTIONS') asked.push(`${request.method()} ${path}`)
  })
  page.on('websocket', (socket) => {
    if (socket.url().includes('/realtime/')) asked.push('the socket of Realtime')
  })
  return asked
}

/** Waits for the refetch after the Realtime join, which loads changes that the page may have missed before. */
async function settled(page: Page, asked: string[]) {
  const frames = () => asked.filter((each) => each.includes('rpc/my_frame'))
  await expect.poll(() => frames().length, { timeout: 30_000 }).toBe(2)
  await page.waitForLoadState('networkidle')
}

test('each page of staff sends at most eight requests when it is opened @detail', async ({
  visit,
}) => {
  const staff = await demo('staff')
  const [read, unread] = await Promise.all([newDeal('disputed'), newDeal('paid')])
  await must(staff.client.rpc('read_dispute', { order_id: read.order.id }))
  await must(staff.client.rpc('read_member', { profile_id: read.brand.id, reason: 'A question.' }))
  const { number } = await must(
    staff.client.from('pack_orders').select('number').eq('id', read.order.id).single(),
  )
  const pages = [
    paths.home,
    ...SECTIONS.staff.map((section) => paths.staff(section)),
    `${paths.staff('audit')}?by=${staff.id}&about=${read.brand.id}`,
    paths.staffMember(read.brand.id),
    paths.staffMember(unread.brand.id),
    paths.order(read.order.id),
    paths.order(number as string),
    paths.order(unread.order.id),
  ]
  const first = await visit(staff)
  const browser = first.context()
  async function open() {
    for (let path = pages.shift(); path !== undefined; path = pages.shift()) {
      const page = await browser.newPage()
      const asked = requestsOf(page)
      await page.goto(path)
      await expect(content(page)).toBeVisible()
      await settled(page, asked)
      expect.soft(asked.length, `${path}:\n${asked.join('\n')}`).toBeLessThanOrEqual(MOST)
      await page.close()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, open))
})

test('the audit log is filtered by a member who is found by e-mail address @detail', async ({
  visit,
}) => {
  const staff = await demo('staff')
  const { brand, order } = await newDeal('paid')
  await must(staff.client.rpc('read_member', { profile_id: brand.id, reason: 'They wrote.' }))
  const page = await visit(staff)
  await page.goto(paths.staff('audit'))
  const about = page.getByRole('combobox', { name: 'About whom' })
  await about.fill(brand.email)
  await page.getByRole('option', { name: brand.name }).click()
  await expect(content(page).getByText('1 in all')).toBeVisible()
  await expect(content(page).getByText('reason: They wrote.')).toBeVisible()
  await page.reload()
  await expect(about).toHaveValue(brand.name)
  await about.fill(order.id)
  await expect(page.getByText('Nobody of that name')).toBeVisible()
  const { number } = await must(
    brand.client.from('pack_orders').select('number').eq('id', order.id).single(),
  )
  await about.fill(number as string)
  await expect(page.getByRole('option', { name: brand.name })).toBeVisible()
  await about.fill('')
  await expect(page).not.toHaveURL(/about=/)
})
