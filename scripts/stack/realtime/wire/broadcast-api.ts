import type { ChannelContext } from '../channels/channel.ts'
import { subjectOf, type Claims } from '../access/claims.ts'
import { asObject, isObject, type Broadcast } from './protocol.ts'

/** The largest body of a broadcast by HTTP, as on Supabase. */
const LARGEST_BODY = 3_000_500

type Message = { topic: string; isPrivate: boolean; broadcast: Broadcast }

/** Handles broadcasts of senders who have joined no channel: `POST …/api/broadcast` with a list of messages. */
export function createBroadcastApi(
  context: ChannelContext,
  claimsOfKey: (key: string) => Promise<Claims | null>,
) {
  return async function handleBroadcast(request: Request): Promise<Response> {
    if (request.method !== 'POST') return refusal(405, 'Method not allowed')
    const claims = await sender(request)
    if (!claims) return refusal(401, 'Unauthorized')
    const body = Buffer.from(await request.arrayBuffer())
    if (body.length > LARGEST_BODY) return refusal(422, 'Payload size exceeds tenant limit')
    const messages = messagesOf(body)
    if (!messages) return refusal(422, 'messages with topic, event and payload are required')
    for (const { topic, isPrivate, broadcast } of messages) {
      // Refused messages of a list are skipped, and the others are sent, as on Supabase.
      const allowed = !isPrivate || (await context.writeRights(subjectOf(claims), topic)).broadcast
      if (allowed) context.topics.find(topic, isPrivate)?.broadcast({ payload: {}, broadcast })
    }
    return new Response(null, { status: 202 })
  }

  async function sender(request: Request): Promise<Claims | null> {
    const bearer = request.headers.get('authorization')?.replace(/^Bearer\s+/i, '')
    const key = await claimsOfKey(request.headers.get('apikey') ?? bearer ?? '')
    if (!key || !bearer || bearer.startsWith('sb_')) return key
    const claims = await context.authenticate(bearer)
    return typeof claims === 'string' ? null : claims
  }
}

function messagesOf(body: Buffer): Message[] | null {
  const { messages } = asObject(parseJson(body))
  if (!Array.isArray(messages)) return null
  const read: Message[] = []
  for (const message of messages) {
    const { topic, event, payload, private: isPrivate } = asObject(message)
    if (typeof topic !== 'string' || typeof event !== 'string' || !isObject(payload)) return null
    const broadcast: Broadcast = {
      event,
      encoding: 'json',
      body: Buffer.from(JSON.stringify(payload)),
    }
    read.push({ topic, isPrivate: isPrivate === true, broadcast })
  }
  return read
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

function refusal(status: number, message: string): Response {
  return Response.json({ message }, { status })
}
