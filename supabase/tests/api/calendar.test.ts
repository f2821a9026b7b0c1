import { expect, test } from 'vitest'
import { must, newMember, newPack, placeOrder, stack } from './harness.ts'

const read = (secret: string, init: RequestInit = {}) =>
  fetch(`${stack.apiUrl}/functions/v1/calendar?secret=${secret}`, init)

test('a calendar program reads the deadlines of the member by the address alone', async () => {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  const order = await placeOrder(brand, (await newPack(creator)).id)
  const secret = must(await brand.client.rpc('renew_calendar')) as string
  const response = await read(secret)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const text = await response.text()
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n/)
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  expect(text).toContain(`UID:${order.id}@`)

  const theirs = must(await creator.client.rpc('renew_calendar')) as string
  expect(await (await read(theirs)).text()).not.toContain('BEGIN:VEVENT')

  must(await brand.client.rpc('remove_calendar'))
  const gone = await read(secret)
  expect(gone.status).toBe(404)
  expect(await gone.json()).toEqual({ error: 'calendar_unknown' })
  expect((await read('')).status).toBe(404)
  expect((await read(secret, { method: 'POST' })).status).toBe(405)
})

test('a text that is no secret is answered like an unknown secret', async () => {
  const unknown = 'ab'.repeat(24)
  const broken = ['%00', `${unknown}%00`, '%ff', '%', "'%20or%20true--", 'a'.repeat(4000), '😀']
  for (const secret of ['', unknown, ...broken, `${unknown}&secret=${unknown}`]) {
    const response = await read(secret)
    expect([secret, response.status, await response.json()]).toEqual([
      secret,
      404,
      { error: 'calendar_unknown' },
    ])
  }
})
