import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

/** The longest time of a reply of Realtime on a busy machine. */
const ANSWER_MS = 10_000

export type Heard = {
  status: string
  events: unknown[]
  channel: RealtimeChannel
  stop(): Promise<void>
}

/** Listens to changes of rows as this client. */
export function hear(
  client: SupabaseClient,
  binding: { table?: string; schema?: string; event?: string; filter?: string },
): Promise<Heard> {
  const events: unknown[] = []
  const wish = { schema: 'public', event: '*', ...binding }
  const channel = client
    .channel(`attack ${randomUUID()}`)
    .on('postgres_changes' as 'system', wish as unknown as { event: '*' }, (event) =>
      events.push(event),
    )
  return settled(client, channel, events)
}

/** Joins a private topic and listens to all messages. */
export function join(client: SupabaseClient, topic: string, isPrivate = true): Promise<Heard> {
  const events: unknown[] = []
  const channel = client
    .channel(topic, { config: { private: isPrivate, presence: { enabled: true } } })
    .on('broadcast', { event: '*' }, (event) => events.push(event))
    .on('presence', { event: 'join' }, (event) => events.push(event))
  return settled(client, channel, events)
}

async function settled(
  client: SupabaseClient,
  channel: RealtimeChannel,
  events: unknown[],
): Promise<Heard> {
  const status = await new Promise<string>((resolve) => {
    void delay(ANSWER_MS, 'no answer', { ref: false }).then(resolve)
    channel.subscribe((said) => resolve(said))
  })
  const stop = async () => {
    await client.removeAllChannels()
    await client.realtime.disconnect()
  }
  return { status, events, channel, stop }
}
