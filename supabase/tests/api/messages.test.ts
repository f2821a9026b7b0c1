import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import {
  anonymous,
  done,
  expectNothing,
  expectRefused,
  must,
  newMember,
  type Member,
} from './harness.ts'

let brand: Member
let creator: Member
let stranger: Member
let conversation: string

beforeAll(async () => {
  brand = await newMember('brand')
  creator = await newMember('kol')
  stranger = await newMember('brand')
  conversation = must(
    await brand.client.rpc('get_or_create_conversation', { other_profile_id: creator.id }),
  )
})

const send = (from: Member, to: Member, more: Record<string, unknown> = {}) =>
  from.client.from('messages').insert({
    id: randomUUID(),
    conversation_id: conversation,
    sender_id: from.id,
    receiver_id: to.id,
    content: 'Hello',
    ...more,
  })

const upload = (from: Member, path: string, size: number, type = 'text/plain') =>
  from.client.storage.from('attachments').upload(path, new Blob(['x'.repeat(size)], { type }))

test('a pair has one conversation, however often it is requested', async () => {
  const open = (from: Member, to: Member) =>
    from.client.rpc('get_or_create_conversation', { other_profile_id: to.id })
  const answers = await Promise.all([
    open(brand, creator),
    open(creator, brand),
    open(brand, creator),
  ])
  for (const answer of answers) expect(must(answer)).toBe(conversation)
  const { data } = await brand.client
    .from('conversation_participants')
    .select()
    .eq('conversation_id', conversation)
  expect(data).toHaveLength(2)
})

test('members cannot write into the conversations of others, or in their name', async () => {
  for (const [from, to] of [
    [stranger, creator],
    [stranger, brand],
  ] as const) {
    expectRefused(await send(from, to), /not_allowed|row-level security/)
  }
  expectRefused(
    await send(stranger, creator, { sender_id: brand.id }),
    /not_allowed|row-level security/,
  )
  expect(
    (await anonymous().from('messages').insert({ conversation_id: conversation, content: 'x' }))
      .error,
  ).not.toBeNull()
  expectNothing(await creator.client.from('messages').select().eq('conversation_id', conversation))
})

test('a retried message is one message', async () => {
  const id = randomUUID()
  done(await send(brand, creator, { id }))
  expect((await send(brand, creator, { id })).error?.code).toBe('23505')
  expect(must(await creator.client.from('messages').select().eq('id', id))).toHaveLength(1)
})

test('only the receiver marks messages as read, and it cannot be undone', async () => {
  const id = randomUUID()
  done(await send(brand, creator, { id }))
  const mark = (member: Member, is_read: boolean) =>
    member.client.from('messages').update({ is_read }).eq('id', id).select()
  expectNothing(await mark(brand, true))
  expectNothing(await mark(stranger, true))
  expect(must(await mark(creator, true))).toHaveLength(1)
  expect((await mark(creator, false)).error).not.toBeNull()
  expect(
    (await creator.client.from('messages').update({ content: 'Other' }).eq('id', id)).error,
  ).not.toBeNull()
  expect((await brand.client.from('messages').delete().eq('id', id)).error).not.toBeNull()
})

test('a creator cannot write first to a brand that never dealt with them', async () => {
  const answer = await creator.client.rpc('get_or_create_conversation', {
    other_profile_id: stranger.id,
  })
  expectRefused(answer, 'may_not_write_first', 403)
  expectRefused(
    await brand.client.rpc('get_or_create_conversation', { other_profile_id: brand.id }),
    'not_allowed',
    403,
  )
})

test('a blocked member cannot send', async () => {
  const other = await newMember('brand')
  const pair = must(
    await other.client.rpc('get_or_create_conversation', { other_profile_id: creator.id }),
  )
  done(await creator.client.rpc('block_member', { profile_id: other.id }))
  const message = {
    conversation_id: pair,
    sender_id: other.id,
    receiver_id: creator.id,
    content: 'Hello?',
  }
  expectRefused(await other.client.from('messages').insert(message), 'member_not_available', 409)
  done(await creator.client.rpc('unblock_member', { profile_id: other.id }))
  done(await other.client.from('messages').insert(message))
})

test('a file is readable by the two members of its conversation once it is sent, and by nobody else', async () => {
  const path = `${conversation}/${randomUUID()}/notes.txt`
  must(await upload(brand, path, 100))
  expect((await creator.client.storage.from('attachments').download(path)).error).not.toBeNull()
  const message = { content: '', file_name: 'notes.txt', file_type: 'text/plain', file_size: 1 }
  done(await send(brand, creator, { ...message, file_url: path }))
  expect(must(await creator.client.storage.from('attachments').download(path)).size).toBe(100)
  expect((await stranger.client.storage.from('attachments').download(path)).error).not.toBeNull()
  expect((await anonymous().storage.from('attachments').download(path)).error).not.toBeNull()
  expect(
    (await upload(stranger, `${conversation}/${randomUUID()}/planted.txt`, 10)).error,
  ).not.toBeNull()
  expect(
    (await upload(brand, `${randomUUID()}/${randomUUID()}/nowhere.txt`, 10)).error,
  ).not.toBeNull()
  const elsewhere = { ...message, file_url: 'https://evil.example/notes.txt' }
  expect((await send(brand, creator, elsewhere)).error).not.toBeNull()
  const missing = { ...message, file_url: `${conversation}/${randomUUID()}/none.txt` }
  expectRefused(await send(brand, creator, missing), 'file_unknown', 422)
})

test('a file that is too large or of a wrong type is refused', async () => {
  const large = await upload(
    brand,
    `${conversation}/${randomUUID()}/large.txt`,
    25 * 1024 * 1024 + 1,
  )
  expect(large.error).not.toBeNull()
  const program = await upload(
    brand,
    `${conversation}/${randomUUID()}/run.exe`,
    10,
    'application/x-msdownload',
  )
  expect(program.error).not.toBeNull()
  const page = await upload(brand, `${conversation}/${randomUUID()}/page.html`, 10, 'text/html')
  expect(page.error).not.toBeNull()
  const listed = must(await brand.client.storage.from('attachments').list(conversation))
  const names = await Promise.all(
    listed.map(async ({ name }) =>
      must(await brand.client.storage.from('attachments').list(`${conversation}/${name}`)),
    ),
  )
  expect(names.flat().map(({ name }) => name)).not.toContain('run.exe')
})
