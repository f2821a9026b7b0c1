import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import {
  anonymous,
  balanceOf,
  bearer,
  callFunction,
  done,
  expectSoundLedger,
  followAuthLink,
  INVITE,
  mailsTo,
  mailTo,
  must,
  newEmail,
  newMember,
  payByCard,
  signIn,
  stack,
  staff,
  statusOf,
  type Member,
} from './harness.ts'

const open: Member[] = []
afterAll(() => Promise.all(open.map(({ client }) => client.removeAllChannels())))

/** Joins like any member: with an invite, a confirmation mail, and onboarding. */
async function arrive(role: 'brand' | 'kol', profile: Record<string, unknown>): Promise<Member> {
  const email = newEmail(role)
  const password = 'a-long-password-1'
  const visitor = anonymous()
  const invite = must(await visitor.rpc('check_invite', { code: INVITE }))
  expect(invite.valid).toBe(true)
  const { session } = must(
    await visitor.auth.signUp({
      email,
      password,
      options: {
        data: { invite_code: INVITE, role },
        emailRedirectTo: `${stack.webUrl}/auth/callback`,
      },
    }),
  )
  expect(session, 'nobody is signed in before the address is confirmed').toBeNull()
  const early = await visitor.auth.signInWithPassword({ email, password })
  expect(early.error?.code).toBe('email_not_confirmed')

  const { page } = await followAuthLink(await mailTo(email, /confirm/i))
  expect(page).toBe(`${stack.webUrl}/auth/callback`)

  const member = await signIn(email, password)
  done(await member.client.from('profiles').update(profile).eq('id', member.id))
  member.name = String(profile['display_name'])
  open.push(member)
  return member
}

type Change = { table: string; event: string; row: Record<string, unknown> }

/** Subscribes to changes of tables as the client does; `heard` waits at most two seconds for an event. */
async function listen(member: Member, tables: { table: string; filter: string }[]) {
  const changes: Change[] = []
  await member.client.realtime.setAuth(member.token)
  let channel = member.client.channel(`journey-${member.id}`)
  for (const { table, filter } of tables) {
    const wanted = { event: '*', schema: 'public', table, filter } as const
    channel = channel.on('postgres_changes', wanted, ({ eventType, new: row }) => {
      changes.push({ table, event: eventType, row })
    })
  }
  let bound = false
  channel.on('system', {}, ({ status }) => (bound ||= status === 'ok'))
  channel.subscribe()
  await expect.poll(() => bound, { timeout: 15_000 }).toBe(true)
  return async (table: string, matches: (row: Record<string, unknown>) => boolean) => {
    const find = () => changes.find((change) => change.table === table && matches(change.row))
    await expect.poll(find, { timeout: 5000, interval: 20 }).toBeDefined()
    return find()?.row
  }
}

test('a brand and a creator sign up with an invite, trade, and the creator is paid out', async () => {
  const brandName = `Tidewater ${randomUUID().slice(0, 6)}`
  const creatorName = `Ada ${randomUUID().slice(0, 6)}`
  const brand = await arrive('brand', {
    display_name: brandName,
    language: 'en',
    bio: 'A test brand.',
  })
  const creator = await arrive('kol', {
    display_name: creatorName,
    language: 'en',
    bio: 'Explains zero knowledge with fruit.',
    platforms: ['youtube', 'x'],
    categories: ['education', 'infrastructure'],
    follower_counts: { youtube: 9000, x: 1001 },
  })
  const profile = must(await brand.client.from('profiles').select().single())
  expect([profile.is_approved, must(await brand.client.rpc('can_buy_or_sell_own_gig'))]).toEqual([
    true,
    true,
  ])

  const brandHears = await listen(brand, [
    { table: 'notifications', filter: `user_id=eq.${brand.userId}` },
    { table: 'messages', filter: `receiver_id=eq.${brand.id}` },
    { table: 'pack_orders', filter: `brand_id=eq.${brand.id}` },
  ])
  const creatorHears = await listen(creator, [
    { table: 'notifications', filter: `user_id=eq.${creator.userId}` },
    { table: 'messages', filter: `receiver_id=eq.${creator.id}` },
    { table: 'pack_orders', filter: `kol_id=eq.${creator.id}` },
    { table: 'profiles', filter: `id=eq.${creator.id}` },
  ])

  // The brand saves a search; the creator is not approved yet.
  const filters = {
    searchTerm: creatorName,
    platforms: ['youtube'],
    followersRanges: ['10k-100k'],
    emailNotifications: true,
  }
  const search = must(
    await brand.client
      .from('saved_searches')
      .insert({ profile_id: brand.id, name: 'Fruit explainers', filters })
      .select()
      .single(),
  )
  expect(must(await brand.client.rpc('search_creators', { filters }))).toEqual([])

  const pack = must(
    await creator.client
      .from('packs')
      .insert({
        kol_id: creator.id,
        title: 'A video about you',
        platform: 'youtube',
        price_minor: 40_000,
        currency: 'USD',
        delivery_days: 7,
        is_published: true,
      })
      .select()
      .single(),
  )

  // Staff approve the creator: now the brand is notified of the match.
  done(await (await staff()).client.rpc('approve_profile', { profile_id: creator.id }))
  expect(await creatorHears('profiles', (row) => row['is_approved'] === true)).toBeDefined()
  const match = await brandHears('notifications', (row) => row['type'] === 'new_kol_match')
  expect(match).toMatchObject({
    title: 'New KOL Match Found!',
    data: {
      profile_id: creator.id,
      saved_search_id: search.id,
      saved_search_name: 'Fruit explainers',
    },
  })
  const mail = await mailTo(brand.email, creatorName)
  for (const body of [mail.Text, mail.HTML]) {
    expect(body).toContain(creatorName)
    expect(body).toContain(`/dashboard/kol-profile/${creator.id}`)
    expect(body).toContain('/unsubscribe?token=')
  }

  // The brand finds and buys.
  const found = must(await brand.client.rpc('search_creators', { filters }))
  expect(found.map((row: { id: string }) => row.id)).toEqual([creator.id])
  const key = randomUUID()
  const ask = { pack_id: pack.id, brief: 'Apples, please.', idempotency_key: key }
  const order = must(await brand.client.rpc('place_order', ask))
  expect(order).toMatchObject({ status: 'pending_payment', price_minor: 40_000, fee_minor: 4_000 })
  expect(must(await brand.client.rpc('place_order', ask)).id).toBe(order.id)

  const checkout = must(
    await brand.client.functions.invoke('checkout', { body: { order_id: order.id } }),
  )
  expect(checkout.provider).toBe('sandbox')
  const back = await payByCard(checkout.url)
  expect(back.status).toBe(303)
  expect(back.headers.get('location')).toContain(`/dashboard/checkout/${order.id}`)
  expect(await brandHears('pack_orders', (row) => row['status'] === 'funded')).toMatchObject({
    id: order.id,
  })
  expect(
    await creatorHears('notifications', (row) => row['type'] === 'order_update'),
  ).toMatchObject({
    title: `New order from ${brandName} for A video about you`,
  })
  expect(await balanceOf(brand, 'escrow')).toBe(40_000)

  // They work, talk and send a file.
  must(await creator.client.rpc('accept_order', { order_id: order.id }))
  await brandHears('pack_orders', (row) => row['status'] === 'in_progress')
  const conversation = must(
    await creator.client.rpc('get_or_create_conversation', { other_profile_id: brand.id }),
  )
  const path = `${conversation}/${randomUUID()}/storyboard.txt`
  const file = new Blob(['apple, pear, apple'], { type: 'text/plain' })
  must(await creator.client.storage.from('attachments').upload(path, file))
  done(
    await creator.client.from('messages').insert({
      id: randomUUID(),
      conversation_id: conversation,
      sender_id: creator.id,
      receiver_id: brand.id,
      content: 'The storyboard.',
      file_url: path,
      file_name: 'storyboard.txt',
      file_type: 'text/plain',
      file_size: 18,
    }),
  )
  expect(await brandHears('messages', () => true)).toMatchObject({
    content: 'The storyboard.',
    is_read: false,
  })
  const downloaded = must(await brand.client.storage.from('attachments').download(path))
  expect(await downloaded.text()).toBe('apple, pear, apple')
  expect(
    must(await brand.client.rpc('mark_conversation_read', { conversation_id: conversation })),
  ).toBe(1)

  // Delivered, completed, and the money has moved.
  const delivery = { order_id: order.id, note: 'Here it is.', links: ['https://example.com/video'] }
  must(await creator.client.rpc('deliver_order', delivery))
  await brandHears('pack_orders', (row) => row['status'] === 'delivered')
  must(await brand.client.rpc('complete_order', { order_id: order.id }))
  expect(await creatorHears('pack_orders', (row) => row['is_completed'] === true)).toMatchObject({
    id: order.id,
  })
  await creatorHears(
    'notifications',
    (row) => row['title'] === `Project completed! A video about you for ${brandName}`,
  )
  await creatorHears('notifications', (row) => row['type'] === 'payment_received')
  expect(await balanceOf(brand, 'escrow')).toBe(0)
  expect(await balanceOf(creator, 'pending')).toBe(36_000)
  const lines = must(await creator.client.from('ledger_lines').select().eq('order_id', order.id))
  expect(lines).toMatchObject([{ event: 'completion', currency: 'USD' }])
  expect(Number(lines[0].amount_minor)).toBe(36_000)

  const events = must(
    await brand.client.from('order_events').select().eq('order_id', order.id).order('id'),
  )
  expect(events.map((event: { to_status: string }) => event.to_status)).toEqual([
    'pending_payment',
    'funded',
    'in_progress',
    'delivered',
    'completed',
  ])
  await expectSoundLedger()

  // Each notice is sent once.
  const matches = must(
    await brand.client.from('notifications').select().eq('type', 'new_kol_match'),
  )
  expect(matches).toHaveLength(1)
  expect(
    (await mailsTo(brand.email)).filter((sent) => sent.Subject.includes('matches your search')),
  ).toHaveLength(1)
  expect(await statusOf(brand, order.id)).toBe('completed')
})

test('the function chat-token refuses an ended session whose token is still valid', async () => {
  const member = await newMember('brand')
  const token = bearer(member)
  done(await member.client.auth.signOut({ scope: 'global' }))
  const { status, json } = await callFunction('chat-token', {}, token)
  expect([status, json.error]).toEqual([403, 'session_ended'])
})
