import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kolpact } from '../../local/start-kolpact.ts'
import { paymentOf, purchaseOf, workOn, type Order } from '../testing/samples.ts'

type Service = Pick<Kolpact, 'apiUrl' | 'publishableKey' | 'secretKey' | 'accounts'>
type Member = { client: SupabaseClient; id: string }

export type Load = {
  /** How many orders, messages and files went through so far. */
  done: { orders: number; messages: number; files: number }
  /** Errors of the members' requests; must be empty. */
  failures: string[]
  stop(): Promise<void>
}

const ORDER_LOOPS = 4
/** Keeps the files of a drill of half an hour below the most that a member may upload in a day (10,000). */
const FILE_PAUSE_MS = 200
const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

/** Makes the demo brand and creator trade without a pause: complete orders, messages, pictures. */
export async function startLoad(service: Service): Promise<Load> {
  const admin = createClient(service.apiUrl, service.secretKey, { auth })
  const [brand, creator] = [await signIn(service, 'brand'), await signIn(service, 'kol')]
  const { id: pack } = must(
    await creator.client
      .from('packs')
      .select('id')
      .eq('kol_id', creator.id)
      .eq('is_published', true)
      .limit(1)
      .single(),
  )
  const conversation: string = must(
    await brand.client.rpc('get_or_create_conversation', { other_profile_id: creator.id }),
  )

  const load = { done: { orders: 0, messages: 0, files: 0 }, failures: [] as string[] }
  const over = new AbortController()
  const loop = async (work: () => Promise<void>) => {
    while (!over.signal.aborted) {
      await work().catch((error: unknown) => {
        load.failures.push(error instanceof Error ? error.message : String(error))
        if (load.failures.length > 20) over.abort()
      })
    }
  }
  const loops = [
    ...Array.from({ length: ORDER_LOOPS }, () =>
      loop(async () => {
        await trade(brand, creator, admin, pack)
        load.done.orders += 1
      }),
    ),
    loop(async () => {
      await write(brand, creator, conversation)
      load.done.messages += 1
    }),
    loop(async () => {
      await attach(brand, conversation)
      load.done.files += 1
      await delay(FILE_PAUSE_MS)
    }),
    loop(async () => {
      await replacePicture(creator)
      load.done.files += 1
      await delay(FILE_PAUSE_MS)
    }),
  ]
  return {
    ...load,
    async stop() {
      over.abort()
      await Promise.all(loops)
    },
  }
}

async function signIn(service: Service, role: string): Promise<Member> {
  const account = service.accounts.find((one) => one.role === role)
  if (!account) throw new Error(`The seed has no ${role}.`)
  const client = createClient(service.apiUrl, service.publishableKey, { auth })
  const { data, error } = await client.auth.signInWithPassword(account)
  if (error) throw error
  const { id } = must(
    await client.from('profiles').select('id').eq('user_id', data.user.id).single(),
  )
  return { client, id }
}

async function trade(brand: Member, creator: Member, admin: SupabaseClient, pack: string) {
  const order: Order = must(await brand.client.rpc('place_order', purchaseOf(pack)))
  must(await admin.rpc('record_payment', paymentOf(order)))
  must(await creator.client.rpc('accept_order', { order_id: order.id }))
  must(await creator.client.rpc('deliver_order', workOn(order.id)))
  must(await brand.client.rpc('complete_order', { order_id: order.id }))
}

async function write(brand: Member, creator: Member, conversation: string) {
  const { error } = await brand.client.from('messages').insert({
    id: randomUUID(),
    conversation_id: conversation,
    sender_id: brand.id,
    receiver_id: creator.id,
    content: 'How is it going?',
  })
  if (error) throw new Error(error.message)
}

async function attach({ client }: Member, conversation: string) {
  const note = new Blob([randomUUID().repeat(100)], { type: 'text/plain' })
  const path = `${conversation}/${randomUUID()}/note.txt`
  must(await client.storage.from('attachments').upload(path, note))
}

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Uploads a new picture and removes the old one. */
async function replacePicture({ client, id }: Member) {
  const avatars = client.storage.from('avatars')
  const old = must(await avatars.list(id)).map(({ name }) => `${id}/${name}`)
  const picture = new Blob([PNG, randomUUID().repeat(500)], { type: 'image/png' })
  must(await avatars.upload(`${id}/${randomUUID()}.png`, picture))
  if (old.length > 0) must(await avatars.remove(old))
}

function must<T>({ data, error }: { data: T; error: { message: string } | null }): NonNullable<T> {
  if (error) throw new Error(error.message)
  if (data === null || data === undefined) throw new Error('The response is empty.')
  return data
}
