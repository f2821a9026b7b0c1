-- Functions for the random days of a market (days.heavy.test.ts): the clock returns the time of the market's day, a
-- function lets a member run a statement, and tests.ways() lists random possible acts with money.
create sequence tests.day minvalue 0 start 0;
grant usage on sequence tests.day to public;
create function tests.now() returns timestamptz language plpgsql stable as $$
begin
  return now() + pg_sequence_last_value('tests.day') * interval '1 day';
end;
$$;
create function tests.clock_timestamp() returns timestamptz language plpgsql stable as $$
begin
  return clock_timestamp() + pg_sequence_last_value('tests.day') * interval '1 day';
end;
$$;
do $$
declare
  v record;
begin
  perform setval('tests.day', 0);
  for v in
    select pg_get_functiondef(p.oid) as text from pg_proc p
    where p.pronamespace in ('private'::regnamespace, 'public'::regnamespace) and p.prokind = 'f'
      and p.prosrc || pg_get_function_arguments(p.oid) ~* '\m(now|clock_timestamp)\(\)|\mcurrent_date\M'
  loop
    execute regexp_replace(regexp_replace(v.text, '(?<![._])\m(now|clock_timestamp)\(\)', 'tests.\1()', 'gi'),
      '\mcurrent_date\M', 'tests.now()::date', 'gi');
  end loop;
  for v in
    select format('alter table %s alter column %I set default tests.%s', d.adrelid::regclass, a.attname, pg_get_expr(d.adbin, d.adrelid)) as text
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum join pg_class c on c.oid = d.adrelid
    where c.relnamespace in ('private'::regnamespace, 'public'::regnamespace) and pg_get_expr(d.adbin, d.adrelid) in ('now()', 'clock_timestamp()')
  loop
    execute v.text;
  end loop;
end;
$$;

create function tests.iban(number int) returns text language sql immutable as $$
  select format('DE%s%s', lpad((98 - (bban || '131400')::numeric % 97)::text, 2, '0'), bban) from lpad(number::text, 18, '5') as bban
$$;update private.settings s set value = v.value
from (values ('payout_method_wait', 48), ('two_staff_above', 200), ('proof_members', 1)) as v (key, value) where s.key = v.key;

create function tests.join(number int, role text) returns void language plpgsql as $$
declare
  v_id constant uuid := tests.make_member('person ' || number, role);
begin
  if role = 'kol' then
    perform private.record_payout_account(v_id, 'sandbox', 'acct_' || number, 'active', '{}');
    insert into private.payout_methods (profile_id, kind, holder, account) values (v_id, 'iban', 'Kim Creator', tests.iban(number));
    -- Packs are made before any order, because publishing a pack and ordering could deadlock.
    perform tests.make_pack(v_id, 500 + (random() * 20000)::int) from generate_series(1, 20);
  end if;
end;
$$;
create function tests.does(actor text, acts text) returns void language plpgsql as $$
begin
  if actor = 'service' then
    perform tests.act_as_service();
  elsif actor <> 'owner' then
    if tests.user_id(actor::uuid) is null then
      raise exception 'not_allowed' using errcode = 'PT403';
    end if;
    perform tests.act_as(actor::uuid, 'aal2');
  end if;
  execute acts;
  perform tests.act_as_owner();
end;
$$;

-- Lists possible acts: the actor, the statement, and the event outside of the market that belongs to it.
create function tests.ways(leaving uuid) returns table (actor text, acts text, outside text, id uuid, minor int) language sql volatile as $$
  with orders as materialized (
    select o.id, o.status, o.brand_id, o.kol_id, o.milestone_count, (o.price_minor + o.buyer_fee_minor)::int as total, (random() * o.price_minor)::int as share,
      case when random() < 0.5 then o.brand_id else o.kol_id end as side, gen_random_uuid() as key
    from public.pack_orders o join public.order_statuses s using (status)
    where s.outcome is null or o.completed_at > tests.now() - interval '20 days'
    order by random() limit 10
  ), people as materialized (
    select p.id, p.role, case when random() < 0.5 then 'null' else (random() * 20000)::int::text end as amount, gen_random_uuid() as key,
      array(select a.kind from private.accounts a where a.owner_id = p.id and a.balance_minor > 0) as has
    from public.profiles p where not p.is_staff and p.deleted_at is null order by random()
  ), staff as materialized (
    select p.id from public.profiles p where p.is_staff order by random()
  ), queue as materialized (
    select * from public.payouts p where p.status in ('requested', 'sent') order by random() limit 6
  ), two as (
    select (array['s0', 's1', 's2', 's3'])[1 + (random() * 3)::int] as one, (array['s1', 's2', 's3', 's0'])[1 + (random() * 3)::int] as other
  ), ways (actor, acts, outside, id, minor) as (
    select 'owner', format('select tests.make_order(%L, %L, ''pending_payment'', pack => %L)', b.id, p.kol_id, p.id), 'pay the new', null::uuid, null::int
    from (select * from people where role = 'brand' and id is distinct from leaving limit 2) as b,
      (select * from public.packs p where p.kol_id = (select id from people where role = 'kol' and id is distinct from leaving limit 1) order by random() limit 1) as p
    union all select 'owner', format('select tests.make_milestones(%L, %L, ''pending_payment'', array[%s, %s])', b.id, k.id, 300 + (random() * 9000)::int, 300 + (random() * 9000)::int), 'pay the new', null, null
    from (select * from people where role = 'brand' and id is distinct from leaving limit 1) as b, (select * from people where role = 'kol' and id is distinct from leaving limit 1) as k
    union all select null, null, 'pay', o.id, o.total - case when random() < 0.2 then (random() * 300)::int else 0 end from orders o where o.status = 'pending_payment'
    union all select o.brand_id::text, format('select public.start_checkout(%L)', o.id), 'pay the rest', o.id, o.total from orders o where o.status = 'pending_payment'
    union all
    select case w.by when 'brand' then o.brand_id when 'kol' then o.kol_id when 'staff' then (select id from staff limit 1) else o.side end::text,
      format('select public.' || w.act, o.id, o.share, (random() * 9)::int, (select m.id from public.order_milestones m where m.order_id = o.id and m.accepted_at is null order by m.position limit 1),
        (select s.creator_share_minor from public.settlement_proposals s where s.order_id = o.id and s.proposed_by <> o.side order by s.created_at desc limit 1), o.key), null, null, null
    from orders o join (values
      ('pending_payment', 'brand', 'pay_from_wallet(%1$L)'), ('funded', 'kol', 'accept_order(%1$L)'), ('funded', 'kol', 'accept_order(%1$L)'),
      ('funded', 'kol', 'decline_order(%1$L)'), ('funded', 'brand', 'cancel_order(%1$L)'), ('in_progress', 'kol', 'deliver_order(%1$L, ''Done %3$s'', ''{https://a.b}'')'),
      ('in_progress', 'kol', 'deliver_order(%1$L, ''Done %3$s'', ''{https://a.b}'')'), ('in_progress', 'either', 'open_dispute(%1$L, ''Why.'')'),
      ('in_progress', 'either', 'cancel_order(%1$L, ''Off.'')'), ('in_revision', 'kol', 'deliver_order(%1$L, ''Again %3$s'', ''{https://a.b}'')'),
      ('delivered', 'brand', 'complete_order(%1$L)'), ('delivered', 'brand', 'accept_milestone(%1$L, %4$L)'), ('delivered', 'brand', 'request_revision(%1$L, ''More.'')'),
      ('delivered', 'either', 'open_dispute(%1$L, ''Why.'')'), ('disputed', 'either', 'propose_settlement(%1$L, %2$s)'), ('disputed', 'either', 'accept_settlement(%1$L, %5$L)'),
      ('disputed', 'either', 'answer_dispute(%1$L, ''No.'')'), ('disputed', 'either', 'withdraw_dispute(%1$L, %5$L)'), ('disputed', 'staff', 'resolve_dispute(%1$L, %2$s, ''So.'')'),
      ('awaiting_ruling', 'staff', 'resolve_dispute(%1$L, %2$s, ''So.'')'), ('ruled', 'either', 'appeal_ruling(%1$L, ''Why?'')'),
      ('appealed', 'either', 'answer_dispute(%1$L, ''No.'')'), ('appealed', 'staff', 'decide_appeal(%1$L, %2$s, ''So.'')'),
      ('completed', 'brand', 'tip_order(%1$L, 100 + %3$s00, '''', %6$L)')) as w (status, by, act) using (status)
    union all select s.id::text, format('select public.read_dispute(%L)', o.id), null, null, null from orders o, (select * from staff limit 1) as s where o.status in ('disputed', 'awaiting_ruling', 'appealed')
    union all select 'owner', format('select tests.decide_by_two(%L, %L, %L, %L)', t.one, t.other, d.action, d.arguments), null, null, null
    from two t, (
      select 'resolve_dispute', jsonb_build_object('order_id', o.id, 'creator_share_minor', o.share, 'note', 'So.') from orders o where o.status = 'awaiting_ruling'
      union all select 'decide_appeal', jsonb_build_object('order_id', o.id, 'creator_share_minor', o.share, 'note', 'So.') from orders o where o.status = 'appealed'
      union all select 'release_payouts', jsonb_build_object('payout_id', q.id, 'note', 'Fine.', 'halt_reason', 'Look.') from queue q where q.status = 'requested'
      union all select 'resolve_suspense', jsonb_build_object('payment_id', p.id, 'profile_id', coalesce(p.payer_id, (select id from people where role = 'brand' limit 1)), 'note', 'Theirs.', 'amount_minor', p.suspense_minor)
        from public.payments p where p.status = 'suspense'
      union all select 'unfreeze_profile', jsonb_build_object('profile_id', p.id, 'note', 'Paid.', 'seen', private.causes_of(p.id)) from public.profiles p where p.frozen_at is not null and p.deleted_at is null
      union all select 'bear_chargeback', jsonb_build_object('chargeback_id', c.id, 'note', 'Ours.', 'amount_minor', private.borne_minor(c)) from private.chargebacks c where c.status = 'lost' and c.apportioned_at is null
      union all select 'close_month', jsonb_build_object('month', (date_trunc('month', tests.now()) - interval '1 month')::date) where extract(day from tests.now()) between 2 and 4
    ) as d (action, arguments)
    union all select p.id::text, format('select public.request_payout(coalesce(%s, b.amount_minor), ''USD'', m.id, %L) from public.payout_methods m, public.balances b
      where m.kind = %L and b.kind = ''available'' and b.amount_minor > 0', p.amount, p.key, (array['iban', 'sandbox'])[1 + (random())::int]), null, null, null from people p where 'available' = any (p.has)
    union all select p.id::text, format('select public.request_refunds(%s, ''USD'', %L)', p.amount, p.key), null, null, null from people p where 'wallet' = any (p.has)
    union all select p.id::text, case when exists (select from private.payout_methods m where m.profile_id = p.id)
      then format('select public.request_refunds(null, ''USD'', %L, null, m.id) from public.payout_methods m', p.key)
      else format('select public.add_payout_method(''iban'', ''Bo Brand'', %L)', tests.iban((random() * 1e8)::int)) end, null, null, null
    from people p where 'wallet' = any (p.has) and exists (select from public.payouts o where o.profile_id = p.id and o.needs_other_way)
    union all select q.profile_id::text, format('select public.withdraw_payout(%L)', q.id), null, null, null from queue q where q.status = 'requested' and random() < 0.3
    union all select s.id::text, format('select public.halt_payouts(''Look.'', %L)', q.id), null, null, null from queue q, (select * from staff limit 1) as s where q.status = 'requested' and random() < 0.3
    union all select s.id::text, format('select public.release_payouts(''Fine.'', %L, ''Look.'')', q.id), null, null, null from queue q, (select * from staff limit 1) as s where q.status = 'requested'
    union all select tests.id('s0')::text, format('select public.take_payout(%L)', q.id), 'take', q.id, q.amount_minor from queue q where q.status = 'requested' and q.provider = 'manual'
    union all select null, null, 'returned', q.id, q.amount_minor from queue q where q.status = 'sent' and q.provider = 'manual' and random() < 0.2
    union all select leaving::text, format('select public.%s', unnest(array['delete_my_account()', 'request_refunds(null, ''USD'', gen_random_uuid())'])), null, null, null
    union all select null, null, unnest(array['dispute', 'refund', 'lost', 'won', 'odd', 'settle', 'settle']), null, null
  )
  select * from ways where actor is not null or outside is not null order by random() limit 4 + (random() * 5)::int
$$;

-- Finds wrong sums. Each is computed from all rows, without the functions of the product.
create function tests.faults(held bigint) returns table (fault text) language sql as $$
  select format('%s is with members, %s with the platform, %s was paid in and is not out; outside there is %s', members, platform, -world, held)
  from (
    select coalesce(sum(e.amount_minor) filter (where a.owner_id is not null), 0) as members,
      coalesce(sum(e.amount_minor) filter (where a.owner_id is null and a.kind <> 'cash'), 0) as platform,
      coalesce(sum(e.amount_minor) filter (where a.kind = 'cash'), 0) as world
    from private.entries e join private.accounts a on a.id = e.account_id where a.currency = 'USD') as s
  where members + platform + world <> 0 or world <> -held
  union all
  select format('transfer %s sums to %s', e.transfer_id, sum(e.amount_minor)) from private.entries e group by e.transfer_id, e.currency having sum(e.amount_minor) <> 0
  union all
  select format('account %s has %s of %s', a.id, a.balance_minor, coalesce(sum(e.amount_minor), 0))
  from private.accounts a left join private.entries e on e.account_id = a.id group by a.id having a.balance_minor <> coalesce(sum(e.amount_minor), 0)
  union all
  select format('order %s: %s came into escrow, %s left it', o.id, sum(e.amount_minor) filter (where e.amount_minor > 0), sum(e.amount_minor) filter (where e.amount_minor < 0))
  from public.pack_orders o join public.order_statuses s using (status) join private.accounts a on a.order_id = o.id join private.entries e on e.account_id = a.id
  where s.outcome is not null group by o.id having sum(e.amount_minor) <> 0
  union all
  select format('%s of %s: %s was closed with %s of %s', c.kind, c.currency, c.month, c.balance_minor, sum(e.amount_minor))
  from private.closing_balances c join private.accounts a on (a.kind, a.currency) = (c.kind, c.currency) join private.entries e on e.account_id = a.id
  join private.transfers t on t.id = e.transfer_id and t.created_at < private.month_start((c.month + interval '1 month')::date)
  group by c.month, c.currency, c.kind, c.balance_minor having sum(e.amount_minor) <> c.balance_minor
  union all
  select format('proof %s counts %s of %s', p.id, p.owed_minor, sum(e.amount_minor))
  from (select * from private.balance_proofs b where b.currency = 'USD' order by b.id desc limit 1) as p, private.entries e
  join private.accounts a on a.id = e.account_id and a.owner_id is not null and a.currency = 'USD' join private.transfers t on t.id = e.transfer_id
  where t.created_at < p.counted_at group by p.id, p.owed_minor having sum(e.amount_minor) <> p.owed_minor
  union all
  -- A dispute that was opened and won before any event was delivered appears at the provider as two movements that cancel out.
  select format('%s of %s has no other side', sum(d.amount_minor), coalesce(l.subject, m.subject)) from private.differences d
  left join private.provider_lines l on l.id = d.line_id left join private.cash_movements m on m.transfer_id = d.transfer_id
  where coalesce(l.kind, m.kind) <> 'other' and d.resolution is distinct from 'matched' group by coalesce(l.subject, m.subject) having sum(d.amount_minor) <> 0
  union all select concat_ws(' ', fault, id, amount_minor) from private.ledger_faults()
  union all select format('papers of %s: %s, but %s', order_id, papers, postings) from tests.paper_faults()
$$;
