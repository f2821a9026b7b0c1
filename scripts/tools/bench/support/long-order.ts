import { withClient } from 'local-supabase/database.ts'

const MESSAGES = 500
const EVENTS = 40

const WRITE_MESSAGES = `
  with pair as (
    insert into public.conversations (member_a, member_b, opened_by)
    select least(brand_id, kol_id), greatest(brand_id, kol_id), brand_id
    from public.pack_orders where id = $1
    on conflict (member_a, member_b) do update set opened_by = excluded.opened_by
    returning id)
  insert into public.messages
    (conversation_id, sender_id, receiver_id, order_id, content, created_at, is_read)
  select pair.id, sides.sender, sides.receiver, o.id, 'Message ' || n || repeat(' and more', n % 30),
    now() - ($2 - n) * interval '1 minute', true
  from public.pack_orders o
  cross join pair
  cross join generate_series(1, $2::integer) n
  cross join lateral (
    select o.brand_id, o.kol_id where n % 3 = 0
    union all
    select o.kol_id, o.brand_id where n % 3 > 0) sides(sender, receiver)
  where o.id = $1`

const WRITE_EVENTS = `
  insert into public.order_events
    (order_id, kind, from_status, to_status, actor_id, note, created_at)
  select order_id, kind, from_status, to_status, actor_id, 'Note ' || n,
    now() - ($2 - n) * interval '13 minutes'
  from (select * from public.order_events where order_id = $1 order by id desc limit 1) newest
  cross join generate_series(
    1, $2 - (select count(*)::integer from public.order_events where order_id = $1)) n`

/** Gives a demo order 500 messages and 40 events, without the notices that each would cause. */
export async function longOrder(dbUrl: string): Promise<string> {
  return withClient(dbUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from public.pack_orders where status = 'in_progress' order by created_at limit 1`,
    )
    const id = rows[0]?.id
    if (!id) throw new Error('The seed has no order in progress')
    await client.query(`
      alter table public.messages disable trigger user;
      alter table public.order_events disable trigger user`)
    await client.query(WRITE_MESSAGES, [id, MESSAGES])
    await client.query(WRITE_EVENTS, [id, EVENTS])
    await client.query(`
      alter table public.messages enable trigger user;
      alter table public.order_events enable trigger user`)
    return id
  })
}
