import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { forAllTests } from '../for-all-tests.ts'
import { eventually, listen, startTestRealtime, tokenFor } from './testing.ts'

const ANN = '00000000-0000-4000-8000-00000000000a'
const BOB = '00000000-0000-4000-8000-00000000000b'
const EVE = '00000000-0000-4000-8000-00000000000e'

vi.spyOn(console, 'warn').mockImplementation(() => {})
const server = forAllTests(() =>
  startTestRealtime(`
    create table members (topic text, member uuid, may_write boolean);
    insert into members values ('room', '${ANN}', true), ('room', '${BOB}', false);
    grant select on members to authenticated;
    create policy messages_select on realtime.messages for select to authenticated using (
      exists (select from members where topic = realtime.topic() and member = auth.uid())
    );
    create policy messages_insert on realtime.messages for insert to authenticated with check (
      exists (select from members where topic = realtime.topic() and member = auth.uid() and may_write)
    );
    create policy presence_select on realtime.messages for select to authenticated using (
      realtime.topic() = 'lobby' and extension = 'presence'
    );
    insert into members values ('lobby', '${ANN}', true);`),
)
let ann: SupabaseClient
let bob: SupabaseClient
let eve: SupabaseClient

beforeAll(async () => {
  ann = await server.client(() => tokenFor(ANN))
  bob = await server.client(() => tokenFor(BOB))
  eve = await server.client(() => tokenFor(EVE))
})

const payloads = (channel: RealtimeChannel, event = '*') => {
  const got: unknown[] = []
  channel.on('broadcast', { event }, (message) => got.push(message.payload))
  return got
}
const say = (channel: RealtimeChannel, payload: unknown, event = 'word') =>
  channel.send({ type: 'broadcast', event, payload })
const PRIVATE = { config: { private: true } }

describe('broadcasts', () => {
  test('a broadcast reaches other clients of the topic, but neither the sender nor another topic', async () => {
    const [mine, theirs, other] = [ann.channel('hall'), bob.channel('hall'), bob.channel('yard')]
    const [gotMine, gotTheirs, gotOther] = [
      payloads(mine),
      payloads(theirs, 'word'),
      payloads(other),
    ]
    await Promise.all([listen(ann, mine), listen(bob, theirs), listen(bob, other)])
    await say(mine, { text: 'grüß dich' })
    await say(mine, { text: 'not asked for' }, 'gesture')
    await say(mine, { text: 'bye' })
    await eventually('two words', () => gotTheirs.length === 2)
    expect(gotTheirs).toEqual([{ text: 'grüß dich' }, { text: 'bye' }])
    expect([gotMine, gotOther]).toEqual([[], []])
    await Promise.all([mine, theirs, other].map((channel) => channel.unsubscribe()))
  })

  test('a broadcast is also sent to the sender, and acknowledged, if the channel asks for it', async () => {
    const channel = ann.channel('echo', { config: { broadcast: { self: true, ack: true } } })
    const got = payloads(channel)
    await listen(ann, channel)
    expect(await say(channel, { n: 1 })).toBe('ok')
    await eventually('the echo', () => got.length === 1)
    expect(await say(channel, { long: 'x'.repeat(3_000_600) })).toBe('error')
    await channel.unsubscribe()
  })

  test('a broadcast may be binary', async () => {
    const [mine, theirs] = [ann.channel('bytes'), bob.channel('bytes')]
    const got = payloads(theirs)
    await Promise.all([listen(ann, mine), listen(bob, theirs)])
    await say(mine, new Uint8Array([0, 255, 7]).buffer)
    await eventually('the bytes', () => got.length === 1)
    expect([...new Uint8Array(got[0] as ArrayBuffer)]).toEqual([0, 255, 7])
  })

  test('a broadcast may come over HTTP from a sender who joined no channel', async () => {
    const theirs = bob.channel('post')
    const got = payloads(theirs)
    await listen(bob, theirs)
    expect(await say(ann.channel('post'), { by: 'list' })).toBe('ok') // supabase-js posts it, because the channel is not joined
    await eventually('the message', () => got.length === 1)
    expect(got).toEqual([{ by: 'list' }])
    const post = (headers: Record<string, string>, body: unknown) =>
      fetch(`${server.url}/realtime/v1/api/broadcast`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      }).then(({ status }) => status)
    expect(await post({ apikey: 'sb_publishable_wrong' }, { messages: [] })).toBe(401)
    expect(await post({ apikey: server.secretKey }, { messages: [{ topic: 'post' }] })).toBe(422)
    await theirs.unsubscribe()
  })
})

describe('presence', () => {
  test('presence reports who is present, who joins and who leaves', async () => {
    const config = (key: string) => ({ config: { presence: { key } } })
    const [mine, theirs] = [ann.channel('desk', config('ann')), bob.channel('desk', config('bob'))]
    const received: string[] = []
    mine.on('presence', { event: 'join' }, ({ key }) => received.push(`${key} joins`))
    mine.on('presence', { event: 'leave' }, ({ key }) => received.push(`${key} leaves`))
    theirs.on('presence', { event: 'sync' }, () => {})
    await listen(ann, mine)
    expect(await mine.track({ mood: 'calm' })).toBe('ok')
    await listen(bob, theirs)
    await eventually('ann in the state', () => theirs.presenceState().ann)
    expect(theirs.presenceState()).toMatchObject({ ann: [{ mood: 'calm' }] })
    await theirs.track({ mood: 'brisk' })
    await eventually('bob', () => mine.presenceState().bob)
    await theirs.track({ mood: 'tired' })
    await eventually(
      'the change',
      () => (mine.presenceState().bob?.[0] as { mood?: string })?.mood === 'tired',
    )
    expect(mine.presenceState().bob).toHaveLength(1)
    await theirs.untrack()
    await eventually('bob gone', () => !mine.presenceState().bob)
    await theirs.track({ mood: 'back' })
    await eventually('bob back', () => mine.presenceState().bob)
    await bob.realtime.disconnect() // a closed socket is a leave
    await eventually('bob gone again', () => !mine.presenceState().bob)
    expect(received.filter((line) => line === 'ann joins')).toHaveLength(1)
    expect(received.at(-1)).toBe('bob leaves')
    bob.realtime.connect()
    await mine.unsubscribe()
  })
})

describe('private channels', () => {
  test('a private channel can be joined by those who may read it, and by no others', async () => {
    const anonymous = await server.client()
    const statuses = await Promise.all(
      [ann, bob, eve, anonymous].map(async (client) => {
        const { channel, statuses } = await listen(client, client.channel('room', PRIVATE))
        if (statuses[0]?.status !== 'SUBSCRIBED') await client.removeChannel(channel)
        return statuses[0]
      }),
    )
    expect(statuses.map((status) => status?.status)).toEqual([
      'SUBSCRIBED',
      'SUBSCRIBED',
      'CHANNEL_ERROR',
      'CHANNEL_ERROR',
    ])
    expect(statuses[2]?.error).toContain('You do not have permissions to read from this Channel')
  })

  test('a private channel is not the public channel of the same name', async () => {
    const spy = eve.channel('room')
    const got = payloads(spy)
    const heard = payloads(bob.channel('room', PRIVATE))
    await listen(eve, spy)
    await say(ann.channel('room', PRIVATE), { for: 'members' })
    await eventually('bob received', () => heard.length === 1)
    await say(spy, { by: 'eve' })
    const [echo, echoed] = [
      eve.channel('echo 2', { config: { broadcast: { self: true } } }),
      [] as unknown[],
    ]
    echo.on('broadcast', { event: '*' }, (message) => echoed.push(message))
    await listen(eve, echo)
    await say(echo, {})
    await eventually('the echo', () => echoed.length === 1)
    expect(got).toEqual([])
    expect(heard).toEqual([{ for: 'members' }])
    await eve.removeAllChannels()
  })

  test('a private channel takes messages only from those whom the policies let write, by socket and by HTTP', async () => {
    const annReceived = payloads(ann.channel('room', PRIVATE))
    const bobReceived = payloads(bob.channel('room', PRIVATE))
    await say(bob.channel('room', PRIVATE), { by: 'bob' })
    expect(await bob.channel('room', PRIVATE).track({ by: 'bob' })).toBe('error')
    const outside = eve.channel('room', PRIVATE)
    await say(outside, { by: 'eve, in a list' })
    await eve.removeChannel(outside)
    await say(ann.channel('room', PRIVATE), { by: 'ann' })
    await eventually('ann is heard', () => bobReceived.length > 0)
    expect(bobReceived).toEqual([{ by: 'ann' }])
    expect(annReceived).toEqual([])
  })

  test('a private channel is closed for a client that loses the right to read', async () => {
    const channel = bob.channel('room', PRIVATE) // bob has joined this channel in an earlier test
    await server.database.query(`delete from members where member = '${BOB}'`)
    let closed = false
    channel.on('system', {}, () => (closed = true))
    await bob.realtime.setAuth(await tokenFor(BOB, 7200))
    await eventually('the end', () => closed)
    await eventually('the leave', () => channel.state === 'closed')
    expect(closed).toBe(true)
  })
})

test('a private channel is closed, too, for a client that could read only its presence', async () => {
  let seconds = 3600
  const client = await server.client(() => tokenFor(ANN, seconds))
  const config = { private: true, presence: { enabled: true } }
  const { channel, system, statuses } = await listen(client, client.channel('lobby', { config }))
  expect(statuses[0]?.status).toBe('SUBSCRIBED')
  await server.database.query(`delete from members where topic = 'lobby'`)
  seconds += 60
  await client.realtime.setAuth()
  await eventually('the end', () => channel.state === 'closed')
  expect(system.at(-1)?.message).toContain('You no longer have permission to read')
})

describe('connections', () => {
  test.each([
    ['no key', '', 401],
    ['a wrong key', 'apikey=sb_publishable_wrong&vsn=2.0.0', 401],
    ['an older protocol', 'apikey=sb_publishable_test&vsn=1.0.0', 400],
  ])('a connection with %s is refused', async (_name, query, status) => {
    const socket = server.socket(query)
    const answer = await new Promise<number | undefined>((resolve) => {
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode))
      socket.on('error', () => {})
    })
    expect(answer).toBe(status)
  })

  test('a connection gets a reply to its heartbeat, and is closed when it sends an invalid message', async () => {
    const socket = server.socket()
    const got: string[] = []
    socket.on('message', (data: Buffer) => got.push(data.toString()))
    await new Promise((resolve) => socket.on('open', resolve))
    socket.send('[null,"1","phoenix","heartbeat",{}]')
    socket.send('["1","2","realtime:nowhere","broadcast",{}]')
    await eventually('two answers', () => got.length === 2)
    expect(got.map((text) => JSON.parse(text) as unknown)).toEqual([
      [null, '1', 'phoenix', 'phx_reply', { status: 'ok', response: {} }],
      [
        '1',
        '2',
        'realtime:nowhere',
        'phx_reply',
        { status: 'error', response: { reason: 'unmatched topic' } },
      ],
    ])
    const closed = new Promise<number>((resolve) => socket.on('close', resolve))
    socket.send('nonsense')
    expect(await closed).toBe(1002)
  })
})
