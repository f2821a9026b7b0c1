import { beforeAll, expect, test } from 'vitest'
import {
  anonymous,
  done,
  expectRefused,
  followAuthLink,
  mailsTo,
  mailTo,
  must,
  newMember,
  signIn,
  stack,
  service,
  type Member,
} from './harness.ts'

let brand: Member

beforeAll(async () => {
  brand = await newMember('brand')
})

const save = (filters: unknown, name = 'Mine') =>
  brand.client.from('saved_searches').insert({ profile_id: brand.id, name, filters })

const matches = async () =>
  must(await brand.client.from('notifications').select('data').eq('type', 'new_kol_match'))

test('a saved search is notified of exactly what the search finds, once', async () => {
  const word = `quince${Date.now()}`
  done(
    await save({ searchTerm: word, categories: ['security'], emailNotifications: true }, 'Quinces'),
  )
  done(await save({ searchTerm: word, categories: ['nft'], emailNotifications: true }, 'Not these'))
  done(await save({ searchTerm: word, emailNotifications: false }, 'Silent'))
  const profile = { bio: `Loves ${word.toUpperCase()}.`, categories: ['security'] }
  const creator = await newMember('kol', { profile })
  await expect.poll(matches, { timeout: 10_000 }).toHaveLength(1)
  expect((await matches())[0]?.data).toMatchObject({
    profile_id: creator.id,
    saved_search_name: 'Quinces',
  })
  const found = must(
    await brand.client.rpc('search_creators', {
      filters: { searchTerm: word, categories: ['security'] },
    }),
  )
  expect(found.map((row: { id: string }) => row.id)).toEqual([creator.id])

  // A later change that matches the other search is notified; earlier matches are not repeated.
  done(
    await creator.client
      .from('profiles')
      .update({ categories: ['nft', 'security'] })
      .eq('id', creator.id),
  )
  await expect.poll(matches, { timeout: 10_000 }).toHaveLength(2)
  done(
    await creator.client
      .from('profiles')
      .update({ categories: ['security'] })
      .eq('id', creator.id),
  )
  done(
    await creator.client
      .from('profiles')
      .update({ categories: ['nft', 'security'] })
      .eq('id', creator.id),
  )
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(await matches()).toHaveLength(2)
})

test('the link in a match e-mail ends these e-mails without sign-in', async () => {
  const word = `medlar${Date.now()}`
  done(await save({ searchTerm: word, emailNotifications: true }, 'Medlars'))
  await newMember('kol', { profile: { bio: word } })
  const mail = await mailTo(brand.email, '"Medlars"')
  const [, token = ''] = /unsubscribe\?token=([\w.-]+)/.exec(mail.Text) ?? []
  expectRefused(
    await anonymous().rpc('unsubscribe', { token: `${token.slice(0, -1)}x` }),
    'unsubscribe_invalid',
    422,
  )
  expect(must(await anonymous().rpc('unsubscribe', { token }))).toBe('new_kol_match')
  const before = (await mailsTo(brand.email)).length
  const found = (await matches()).length
  await newMember('kol', { profile: { bio: word } })
  await expect.poll(async () => (await matches()).length, { timeout: 10_000 }).toBe(found + 1)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(await mailsTo(brand.email)).toHaveLength(before)
})

test('a forgotten password is replaced by e-mail', async () => {
  const member = await newMember('brand')
  done(
    await anonymous().auth.resetPasswordForEmail(member.email, {
      redirectTo: `${stack.webUrl}/auth/reset-password`,
    }),
  )
  const { page, client } = await followAuthLink(await mailTo(member.email, /password/i))
  expect(page).toBe(`${stack.webUrl}/auth/reset-password`)
  must(await client.auth.updateUser({ password: 'another-long-1' }))
  expect((await signIn(member.email, 'another-long-1')).id).toBe(member.id)
})

test('the seed is a market: creators, brands, orders in every state, a ledger without faults', async () => {
  const demo = await signIn('brand@kolpact.test')
  const members = must(await demo.client.from('members').select('role, language, platforms'))
  expect(members.filter(({ role }) => role === 'kol').length).toBeGreaterThanOrEqual(50)
  // Read state by state from the history: one response has at most as many rows as the API allows, and
  // other test files move the time, by which unpaid orders end.
  const client = service()
  const states =
    'pending_payment funded in_progress delivered in_revision disputed completed settled declined cancelled expired'
  for (const status of states.split(' ')) {
    const found = must(
      await client.from('order_events').select('id').eq('to_status', status).limit(1),
    )
    expect(found, status).toHaveLength(1)
  }
})
