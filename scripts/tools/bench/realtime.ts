// Measures how long a committed change takes to reach another client by Realtime, compared with the commit alone.
import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { listen, startTestRealtime, tokenFor } from 'local-supabase/realtime/testing.ts'
import { median, ms, p95, section, times } from './support/measure.ts'

const MESSAGES = 1000

const SCHEMA = `
  create table messages (id int primary key, receiver uuid, content text);
  create index on messages (receiver);
  alter table messages enable row level security;
  create policy messages_select on messages for select to authenticated
    using (receiver = (select auth.uid()));

  create policy messages_select on realtime.messages for select to authenticated using (true);
  create policy messages_insert on realtime.messages for insert to authenticated with check (true);

  grant select on messages to authenticated;
  alter publication supabase_realtime add table messages;`

type TestRealtime = Awaited<ReturnType<typeof startTestRealtime>>

const server = await startTestRealtime(SCHEMA)
section(
  'Realtime',
  'From the insert to the receiver, who is another client. Milliseconds; ratios of p50 and of p95.',
  ['', 'p50', 'p95', 'of the bare commit'],
  await latency(server),
)
await server.stop()
process.exit(0)

/** Measures messages from one sender to one receiver, one after another, in three ways in turn. */
async function latency({ client, database }: TestRealtime): Promise<string[][]> {
  const reader = randomUUID()
  const receiver = await client(() => tokenFor(reader))
  const sender = await client(() => tokenFor(randomUUID()))
  const arrivedAt = new Map<number, number>()
  const note = (id: number) => arrivedAt.set(id, performance.now())
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
  const channel = { config: { private: true } }
  const [sending, receiving] = [sender.channel('chat', channel), receiver.channel('chat', channel)]
  receiving.on('broadcast', { event: 'message' }, ({ payload }) => note(Number(payload.id)))
  await listen(receiver, changes)
  await listen(receiver, receiving)
  await listen(sender, sending)

  const [bare, changed, relayed]: [number[], number[], number[]] = [[], [], []]
  const connection = await database.connect()
  for (let id = 0; id < MESSAGES * 3; id += 1) {
    const way = [bare, changed, relayed][id % 3] ?? bare
    const begun = performance.now()
    const values = [id, way === changed ? reader : null]
    await connection.query(`insert into messages values ($1, $2, 'hello')`, values)
    if (way === relayed) void sending.send({ type: 'broadcast', event: 'message', payload: { id } })
    if (way !== bare) await arrival(arrivedAt, id)
    const took = (arrivedAt.get(id) ?? performance.now()) - begun
    if (id >= MESSAGES / 2) way.push(took) // the first half is a warm-up
  }
  connection.release()
  const row = (name: string, samples: number[]) => [
    name,
    ms(median(samples)),
    ms(p95(samples)),
    `${times(median(samples) / median(bare))} and ${times(p95(samples) / p95(bare))}`,
  ]
  return [
    row('bare commit', bare),
    row('`postgres_changes`, checked against the policies', changed),
    row('commit, then broadcast to a private channel', relayed),
  ]
}

async function arrival(arrivedAt: Map<number, number>, id: number) {
  while (!arrivedAt.has(id)) await new Promise(setImmediate)
}
