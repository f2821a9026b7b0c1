// Realtime: how long a committed change takes to another client, beside the bare commit, and how
// many changes a second reach many subscribers when every row is checked against its policies.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import { eventually, listen, openWorld, tokenFor } from 'local-supabase/realtime/testing.ts'
import type { Heard, Listeners } from './support/listeners.ts'
import { median, ms, p95, table, timed, times } from './support/measure.ts'

const MESSAGES = 1000
const SUBSCRIBERS = 500
const SUPABASE_CHANGES_PER_SECOND = 30

const SCHEMA = `
  create table messages (id int primary key, receiver uuid, content text);
  create index on messages (receiver);
  alter table messages enable row level security;
  create policy messages_select on messages for select to authenticated
    using (receiver = (select auth.uid()));

  create table posts (id int primary key, is_published boolean);
  alter table posts enable row level security;
  create policy posts_select on posts for select to authenticated using (is_published);

  create table notices (id int primary key, content text);
  alter table notices enable row level security;
  create policy notices_select on notices for select to authenticated
    using ((select auth.uid()) is not null);

  create policy messages_select on realtime.messages for select to authenticated using (true);
  create policy messages_insert on realtime.messages for insert to authenticated with check (true);

  grant select on messages, posts, notices to authenticated;
  alter publication supabase_realtime add table messages, posts, notices;`

type World = Awaited<ReturnType<typeof openWorld>>

const world = await openWorld(SCHEMA, true)
const sections = [await latency(world), await fanOut(world)]
console.log(['## Realtime', ...sections].join('\n\n'))
await world.stop()
process.exit(0)

/** One sender, one receiver, one message after the other, in turn in each of three ways. */
async function latency({ client, database }: World): Promise<string> {
  const reader = randomUUID()
  const receiver = await client(() => tokenFor(reader))
  const sender = await client(() => tokenFor(randomUUID()))
  const heard = new Map<number, number>()
  const note = (id: number) => heard.set(id, performance.now())
  const binding = {
    event: 'INSERT',
    schema: 'public',
    table: 'messages',
    filter: `receiver=eq.${reader}`,
  }
  const changes = receiver.channel('changes')
  changes.on('postgres_changes' as never, binding as never, (change: { new: { id: number } }) =>
    note(change.new.id),
  )
  const room = { config: { private: true } }
  const [sending, receiving] = [sender.channel('room', room), receiver.channel('room', room)]
  receiving.on('broadcast', { event: 'message' }, ({ payload }) => note(Number(payload.id)))
  await listen(receiver, changes)
  await listen(receiver, receiving)
  await listen(sender, sending)

  const [bare, told, relayed]: [number[], number[], number[]] = [[], [], []]
  const connection = await database.connect()
  for (let id = 0; id < MESSAGES * 3; id += 1) {
    const way = [bare, told, relayed][id % 3] ?? bare
    const begun = performance.now()
    const values = [id, way === told ? reader : null]
    await connection.query(`insert into messages values ($1, $2, 'hello')`, values)
    if (way === relayed) void sending.send({ type: 'broadcast', event: 'message', payload: { id } })
    if (way !== bare) await arrival(heard, id)
    const took = (heard.get(id) ?? performance.now()) - begun
    if (id >= MESSAGES / 2) way.push(took) // before that everything is cold
  }
  connection.release()
  const row = (name: string, samples: number[]) => [
    name,
    ms(median(samples)),
    ms(p95(samples)),
    `${times(median(samples) / median(bare))} and ${times(p95(samples) / p95(bare))}`,
  ]
  return [
    'From the insert to the receiver, who is another client; the commit waits for the disk.',
    table(
      ['', 'p50 ms', 'p95 ms', 'of the bare commit'],
      [
        row('bare commit', bare),
        row('`postgres_changes`, checked against the policies', told),
        row('commit, then broadcast to a private channel', relayed),
      ],
    ),
  ].join('\n\n')
}

async function arrival(heard: Map<number, number>, id: number) {
  while (!heard.has(id)) await new Promise(setImmediate)
}

async function fanOut(world: World): Promise<string> {
  const users = Array.from({ length: SUBSCRIBERS }, () => randomUUID())
  const everyone = await Promise.all(
    users.map(async (user) => ({ token: await tokenFor(user), filter: '' })),
  )
  const personal = everyone.map(({ token }, at) => ({ token, filter: `receiver=eq.${users[at]}` }))
  const naive = await oneByOne(world, users)
  const rows = [
    ['one check for each change and subscriber, nothing sent', naive, '', '1.00 ×', ''],
    await run(
      'a policy that asks who is there',
      'notices',
      everyone,
      SUBSCRIBERS,
      '$1, $2::text || $3',
    ),
    await run('a policy over the row alone', 'posts', everyone, SUBSCRIBERS, '$1, $2::text <> $3'),
    await run('own rows by filter', 'messages', personal, 1, `$1, $2::uuid, $3`),
  ]
  return [
    `${SUBSCRIBERS} subscribers, each another user on a socket of its own; every change is a commit.`,
    table(
      ['', 'changes/s', 'messages/s', 'of one by one', "of Supabase's smallest (30/s)"],
      rows.map((cells) =>
        cells.map((cell) => (typeof cell === 'number' ? Math.round(cell) : cell)),
      ),
    ),
  ].join('\n\n')

  async function run(
    name: string,
    table: string,
    subscribers: Listeners['subscribers'],
    told: number,
    values: string,
  ) {
    const url = world.url.replace('http', 'ws')
    const worker = new Worker(new URL('./support/listeners.ts', import.meta.url), {
      workerData: { url, subscribers, table } satisfies Listeners,
    })
    let last: Heard = { heard: 0, at: 0 }
    await once(worker, 'message')
    worker.on('message', (message: Heard) => (last = message))
    const insert = `insert into ${table} values (${values})`
    let next = 1_000_000
    async function write(count: number): Promise<number> {
      const end = next + count
      const writer = async () => {
        while (next < end) {
          const id = next++
          await world.database.query(insert, [id, users[id % users.length], 'hello'])
        }
      }
      const wanted = last.heard + count * told
      const begun = Date.now()
      await Promise.all(Array.from({ length: 4 }, writer))
      await eventually(`${wanted} messages`, () => last.heard >= wanted, 120_000)
      return (last.at - begun) / 1000
    }
    await write(20) // before that everything is cold
    const changes = told === 1 ? 3000 : 1000
    const seconds = await write(changes)
    await worker.terminate()
    const rate = changes / seconds
    return [name, rate, rate * told, times(rate / naive), times(rate / SUPABASE_CHANGES_PER_SECOND)]
  }
}

/** The plain way: for each change, each subscriber is asked about in a transaction of its own. */
async function oneByOne({ database }: World, users: string[]): Promise<number> {
  const check = (user: string) => `
    begin;
    select set_config('request.jwt.claims', '{"sub": "${user}", "role": "authenticated"}', true);
    set local role authenticated;
    select from notices where id = 1;
    commit`
  const rounds = 5
  const took = await timed(async () => {
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all(users.map((user) => database.query(check(user))))
    }
  })
  return (rounds * 1000) / took
}
