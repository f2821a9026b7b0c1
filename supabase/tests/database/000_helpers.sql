-- Helpers of the test files, which make people and act as them. They exist in the throw-away database only.
create schema tests;
grant usage on schema tests to anon, authenticated, service_role;
-- Every role may use the helpers, and the tables and functions that a file makes for itself.
alter default privileges grant execute on functions to anon, authenticated, service_role;
alter default privileges grant all on tables to anon, authenticated, service_role;

create table tests.people (name text primary key, profile_id uuid not null);

insert into public.invites (code, max_uses) values ('TESTS-INVITE', 1000000);
-- Payout methods of the tests are new, and are used without the usual wait.
update private.settings set value = 0 where key = 'payout_method_wait';

-- Helpers that are called often are PL/pgSQL, which plans them once for each session; SQL functions are
-- planned at every call, which took half of the time of the files about order actions.
create function tests.session_id(user_id uuid, aal text) returns uuid
language plpgsql immutable set search_path = '' as $$
begin
  return md5(user_id::text || aal)::uuid;
end;
$$;

create function tests.sign_up(email text, metadata jsonb default '{"invite_code": "TESTS-INVITE"}', confirmed boolean default true)
returns uuid language plpgsql as $$
declare
  v_user_id uuid := gen_random_uuid();
begin
  insert into auth.users (id, aud, role, email, raw_user_meta_data, email_confirmed_at)
  values (v_user_id, 'authenticated', 'authenticated', sign_up.email, sign_up.metadata,
    case when sign_up.confirmed then now() end);
  -- One session by password and one with a second factor, for tests.act_as to choose from. They
  -- are made here so that actors who start at the same time do not wait for each other's rows.
  insert into auth.sessions (id, user_id, created_at, updated_at, aal)
  select tests.session_id(v_user_id, a.aal::text), v_user_id, now(), now(), a.aal
  from unnest('{aal1,aal2}'::auth.aal_level[]) as a (aal);
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
  values (gen_random_uuid(), tests.session_id(v_user_id, 'aal2'), now(), now(), 'totp');
  return v_user_id;
end;
$$;
comment on function tests.sign_up is 'Signs up a user through the same triggers as everybody; returns the user id.';

create function tests.make_member(
  name text, role text default 'kol', approved boolean default true, invite_code text default 'TESTS-INVITE'
) returns uuid language plpgsql as $$
declare
  v_user_id uuid := tests.sign_up(
    lower(name) || '@kolpact.test', jsonb_build_object('invite_code', make_member.invite_code, 'role', role));
  v_profile_id uuid;
begin
  update public.profiles p set display_name = initcap(make_member.name), language = 'en',
    platforms = case when make_member.role = 'kol' then '{x}'::text[] else '{}' end,
    categories = case when make_member.role = 'kol' then '{defi}'::text[] else '{}' end
  where p.user_id = v_user_id
  returning p.id into v_profile_id;
  update public.profiles p set is_approved = make_member.approved
  where p.id = v_profile_id and p.is_approved is distinct from make_member.approved;
  insert into tests.people values (make_member.name, v_profile_id);
  return v_profile_id;
end;
$$;
comment on function tests.make_member is 'A member with confirmed e-mail and complete onboarding; returns the profile id.';

create function tests.enter(name text, address text, code text default 'TESTS-INVITE') returns text language plpgsql as $$
declare
  v_user uuid;
begin
  v_user := tests.sign_up(address, jsonb_build_object('invite_code', code, 'role', 'brand'));
  update public.profiles p set display_name = initcap(enter.name), language = 'en' where p.user_id = v_user;
  insert into tests.people select enter.name, p.id from public.profiles p where p.user_id = v_user;
  return 'signed up';
exception when sqlstate 'PT422' then
  return sqlerrm;
end;
$$;
comment on function tests.enter is 'Signs up a brand with that address; returns "signed up", or the message that refuses it.';

create function tests.make_invitee(name text, role text, inviter uuid) returns uuid language plpgsql as $$
begin
  -- Raises the quota by the invite that is used here, so that a member can invite any number.
  update public.profiles p set invites_left = p.invites_left + 1 where p.id = make_invitee.inviter;
  return tests.make_member(name, role, true, (
    select p.referral_code from public.profiles p where p.id = make_invitee.inviter));
end;
$$;
comment on function tests.make_invitee is 'A member who signed up with the referral code of another member.';

create function tests.make_staff(name text) returns uuid language plpgsql as $$
declare
  v_profile_id uuid := tests.make_member(make_staff.name, 'brand');
begin
  update public.profiles set is_staff = true where id = v_profile_id;
  return v_profile_id;
end;
$$;

create function tests.decide_by_two(proposer text, confirmer text, action text, arguments jsonb) returns void
language plpgsql as $$
declare
  v_id uuid;
begin
  perform tests.act_as(tests.id(proposer));
  v_id := (public.propose_staff_act(action, arguments)).id;
  perform tests.act_as(tests.id(confirmer));
  perform public.confirm_staff_proposal(v_id);
  perform tests.act_as_owner();
end;
$$;
comment on function tests.decide_by_two is 'Performs an act of staff that the first proposes and the second confirms. Afterwards the session is the schema owner''s.';

create function tests.id(name text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select p.profile_id from tests.people p where p.name = id.name);
end;
$$;

create function tests.make_pack(
  kol uuid, price_minor bigint default 10000, currency text default 'USD', needs_draft boolean default false
) returns uuid language sql as $$
  insert into public.packs (kol_id, title, platform, price_minor, currency, delivery_days, needs_draft, is_published)
  values (kol, 'One thread', 'x', price_minor, currency, 7, needs_draft, true)
  returning id
$$;

create function tests.user_id(profile_id uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select p.user_id from public.profiles p where p.id = user_id.profile_id);
end;
$$;

create function tests.is_in_office(profile_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select p.is_staff from public.profiles p where p.id = is_in_office.profile_id);
end;
$$;

create function tests.payout_method() returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.payout_methods (profile_id, kind, holder, account)
  values (private.my_profile_id(), 'iban', 'Kim Creator', 'DE89370400440532013000')
  on conflict do nothing;
  return (select m.id from private.payout_methods m where m.profile_id = private.my_profile_id());
end;
$$;
comment on function tests.payout_method is 'Saves the IBAN •••• 3000 as a payout account of the acting member; returns its id.';

create function tests.provider_account(name text, ready boolean default true) returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_payout_account(tests.id(name), 'sandbox', 'acct_' || name, case when ready then 'active' else 'restricted' end, '{}');
  return (select m.id from private.payout_methods m where m.profile_id = tests.id(name) and m.kind = 'sandbox');
end;
$$;
comment on function tests.provider_account is 'Opens an account of that member at the sandbox provider; returns the id of its payout method, which exists once the account was ready.';

create function tests.send_later(name text, amount_minor bigint) returns uuid
language plpgsql as $$
declare
  v_method uuid := tests.provider_account(name);
  v_payout uuid;
begin
  perform tests.act_as(tests.id(name), 'aal2');
  v_payout := (public.request_payout(send_later.amount_minor, 'USD', v_method, gen_random_uuid())).id;
  perform tests.act_as_owner();
  return v_payout;
end;
$$;
comment on function tests.send_later is 'Requests a payout in USD to the account of that member at the sandbox provider; returns its id.';

create function tests.refund(payment_id uuid, amount_minor bigint, idempotency_key uuid) returns public.payouts
language sql as $$
  select r.* from (values (1)) as one
  left join public.payments p on p.id = refund.payment_id
  cross join lateral public.request_refunds(refund.amount_minor, p.currency, refund.idempotency_key, p.order_id) as r
$$;
comment on function tests.refund is 'Requests, as the acting brand, a refund of wallet money that came from that payment; returns the refunds.';

create function tests.shown_hash(profile_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select private.shown_hash(p) from public.profiles p where p.id = shown_hash.profile_id
$$;
comment on function tests.shown_hash is 'The hash of what a profile shows, which staff send back when they verify the member.';

-- Acting -----------------------------------------------------------------------------------
create function tests.act_as(profile_id uuid, aal text default null) returns void language plpgsql as $$
declare
  v_user_id uuid := tests.user_id(profile_id);
  v_aal text := coalesce(act_as.aal, case when tests.is_in_office(profile_id) then 'aal2' else 'aal1' end);
begin
  if v_user_id is null then
    raise exception 'tests.act_as: no such member: %', profile_id;
  end if;
  perform set_config('request.jwt.claims',
    jsonb_build_object('sub', v_user_id, 'role', 'authenticated', 'aal', v_aal,
      'session_id', tests.session_id(v_user_id, v_aal))::text, true);
  perform set_config('role', 'authenticated', true);
  perform set_config('kolpact.time', '', true);
end;
$$;
comment on function tests.act_as is
  'Makes the session that of a member at the present time, as the Data API does. Staff have a second factor, others if the test asks for one.';

create function tests.act_as_anon() returns void language plpgsql as $$
begin
  perform set_config('request.jwt.claims', '{"role": "anon"}', true);
  perform set_config('role', 'anon', true);
end;
$$;

create function tests.act_as_service() returns void language plpgsql as $$
begin
  perform set_config('request.jwt.claims', '{"role": "service_role"}', true);
  perform set_config('role', 'service_role', true);
end;
$$;

create function tests.act_as_owner() returns void language plpgsql as $$
begin
  perform set_config('request.jwt.claims', '', true);
  perform set_config('role', 'none', true);
  perform set_config('kolpact.time', '', true);
end;
$$;
comment on function tests.act_as_owner is 'Makes the session that of the owner of the schema, signed out.';

create function tests.become(name text, aal text default null, at timestamptz default null) returns void language plpgsql as $$
begin
  case
    when name = 'service' then perform tests.act_as_service();
    when name = 'visitor' then perform tests.act_as_anon();
    when become.at is null then perform tests.act_as(tests.id(name), become.aal);
    else perform tests.move_time_as(tests.id(name), become.at);
  end case;
end;
$$;
comment on function tests.become is 'Makes the session that of a member, at another time if one is given, of the service role or of a visitor.';

create function tests.by(name text, acts text, aal text default null, at timestamptz default null) returns void language plpgsql as $$
begin
  perform tests.become(name, by.aal, by.at);
  execute acts;
  perform tests.act_as_owner();
end;
$$;
comment on function tests.by is 'Does what that member does. Afterwards the session is the schema owner''s.';

create function tests.answer(name text, query text, aal text default null, at timestamptz default null) returns text language plpgsql as $$
declare
  v_answer text;
begin
  perform tests.become(name, answer.aal, answer.at);
  execute query into v_answer;
  perform tests.act_as_owner();
  return v_answer;
end;
$$;
comment on function tests.answer is 'Executes a statement as that member; returns its answer as text. Afterwards the session is the schema owner''s.';

create function tests.refused(
  name text, act text, code text, message text, description text, aal text default null, at timestamptz default null
) returns text language sql as $$
  select tests.answer(name, format('select throws_ok(%L, %L, %L, %L)', act, code, message, description), aal, refused.at)
$$;
comment on function tests.refused is 'Tests that an act of that member is refused. Afterwards the session is the schema owner''s.';

create function tests.allowed(name text, act text, description text, aal text default null, at timestamptz default null) returns text language sql as $$
  select tests.answer(name, format('select lives_ok(%L, %L)', act, description), aal, allowed.at)
$$;
comment on function tests.allowed is 'Tests that an act of that member succeeds. Afterwards the session is the schema owner''s.';

create function tests.gets(
  name text, query text, expected text, description text, aal text default null, at timestamptz default null
) returns text language plpgsql as $$
begin
  -- A PL/pgSQL function, because SQL functions are checked when they are made, and the races make them without
  -- pgTAP.
  return is(tests.answer(name, query, gets.aal, gets.at), gets.expected, gets.description);
end;
$$;
comment on function tests.gets is 'Tests the answer of a statement of that member, as text. Afterwards the session is the schema owner''s.';

create function tests.finds(
  name text, query text, wanted text, description text, aal text default null, at timestamptz default null
) returns text language sql as $$
  select tests.answer(name, format('select results_eq(%L, %L, %L)', query, wanted, description), aal, finds.at)
$$;
comment on function tests.finds is 'Tests the rows of a query of that member. Afterwards the session is the schema owner''s.';

create function tests.refusal(act text) returns text language plpgsql as $$
declare
  v_constraint text;
begin
  execute act;
  raise sqlstate 'KP001';
exception when sqlstate 'KP001' then
  return null;
when others then
  get stacked diagnostics v_constraint = constraint_name;
  return coalesce(nullif(v_constraint, ''), sqlerrm);
end;
$$;
comment on function tests.refusal is 'Tries an act and takes it back; returns the constraint or the message that refuses it, or null.';

create function tests.outcome(act text, done text, name text default null) returns text language plpgsql as $$
begin
  if name is not null then
    perform tests.act_as(tests.id(name));
  end if;
  execute act;
  if name is not null then
    perform tests.act_as_owner();
  end if;
  return done;
exception when others then
  return sqlerrm;
end;
$$;
comment on function tests.outcome is 'Does an act, as that member if one is named, and keeps it; returns the given word, or the message that refuses the act.';

create function tests.answer_after(act text, reading text) returns text language plpgsql as $$
declare
  v_answer text;
begin
  execute act;
  execute reading into v_answer;
  raise sqlstate 'KP001';
exception when sqlstate 'KP001' then
  return v_answer;
end;
$$;
comment on function tests.answer_after is 'Does an act, reads the answer of a query and takes the act back; returns the answer.';

create function tests.unguarded(relation regclass, change text, guard text default 'user') returns void language plpgsql as $$
begin
  execute format('alter table %s disable trigger %s', relation, guard);
  execute change;
  execute format('alter table %s enable trigger %s', relation, guard);
end;
$$;
comment on function tests.unguarded is 'Changes rows of a table without its triggers, or without one of them.';

create function tests.detail_of(act text) returns jsonb language plpgsql as $$
declare
  v_detail text;
begin
  execute act;
  return null;
exception when others then
  get stacked diagnostics v_detail = pg_exception_detail;
  return v_detail::jsonb;
end;
$$;
comment on function tests.detail_of is 'Does an act; returns the detail of its refusal, or null.';

create function tests.move_time_as(profile_id uuid, at timestamptz default null) returns void language plpgsql as $$
begin
  perform tests.act_as(profile_id);
  perform set_config('role', 'none', true);
  perform set_config('kolpact.time', at::text, true);
end;
$$;
comment on function tests.move_time_as is
  'Makes the session that of a member at that time, until it is another one''s, with the rights of the schema owner, who may call all functions.';

create function tests.storage_does(operation text) returns void language plpgsql as $$
begin
  perform set_config('storage.operation', operation, true);
  perform set_config('storage.allow_delete_query', 'true', true);
end;
$$;
comment on function tests.storage_does is 'Makes the session write to storage.objects as the Storage server does for that operation.';
create function tests.check_files() returns void language sql security definer as $$
  update private.file_inspections set status = 'fine' where status = 'waiting'
$$;
comment on function tests.check_files is 'Records for every uploaded file that its content has the claimed type.';
create function tests.path(name text) returns text language sql stable as $$
  select current_setting('tests.conversation') || '/one/' || name
$$;
comment on function tests.path is 'The path of a file with that name in the conversation of the setting tests.conversation.';
create function tests.files(name text) returns jsonb language sql stable as $$
  select jsonb_build_array(jsonb_build_object('path', tests.path(name)))
$$;
create function tests.attachments() returns text language sql as $$
  select coalesce(string_agg(storage.filename(o.name), ' ' order by storage.filename(o.name)), '') from storage.objects o where o.bucket_id = 'attachments'
$$;
comment on function tests.attachments is 'The names of the attachments that the caller can read.';
create function tests.put_picture(path text) returns void language sql security definer as $$
  insert into private.file_inspections (bucket_id, name, version, claimed_type, status)
  values ('avatars', put_picture.path, '', 'image/webp', 'fine')
$$;
comment on function tests.put_picture is 'Records a picture as uploaded and checked, so that a profile can show it.';

-- Orders -----------------------------------------------------------------------------------
create function tests.judge() returns uuid language sql as $$
  select coalesce(tests.id('judge'), tests.make_staff('judge'))
$$;
comment on function tests.judge is 'A member of staff who rules on the orders that make_order makes.';

create function tests.plan_of(query text) returns text language plpgsql as $$
declare
  v_line text;
  v_plan text := '';
begin
  for v_line in execute 'explain (costs off) ' || query loop
    v_plan := v_plan || v_line || E'\n';
  end loop;
  return v_plan;
end;
$$;
comment on function tests.plan_of is 'The plan by which Postgres would execute a query.';

-- Inserts the statements without the public functions, so that nobody is notified.
create function tests.hear(order_id uuid default current_setting('tests.order_id')::uuid) returns void
language plpgsql security definer as $$
begin
  insert into public.dispute_statements (order_id, author_id, kind, body)
  select o.id, side, 'answer', 'Heard.' from public.pack_orders o, unnest(array[o.brand_id, o.kol_id]) as side
  where o.id = hear.order_id and (not private.has_spoken(o, side) or o.status = 'appealed'
    and side <> (private.appeal_of(o)).actor_id and not private.appeal_is_answered(o));
  perform tests.read_case(hear.order_id);
end;
$$;
comment on function tests.hear is 'Makes both sides of a dispute give a statement, or the other side answer an appeal, and the acting member of staff read the case.';

create function tests.read_case(order_id uuid default current_setting('tests.order_id')::uuid) returns void
language sql security definer as $$
  insert into private.order_readers (order_id, profile_id, instance, words)
  select o.id, private.my_profile_id(), private.instance_of(o), private.words_in(o) from public.pack_orders o where o.id = read_case.order_id
  on conflict on constraint order_readers_pkey do update set words = excluded.words
$$;
comment on function tests.read_case is 'Makes the acting member of staff read the case, before an appeal or during it.';

-- The chain ------------------------------------------------------------------------------
create function tests.address(word text) returns text
language sql immutable set search_path = '' as $$ select '0x' || md5(word) || left(md5(word || '.'), 8) $$;
create function tests.hash(word text) returns text
language sql immutable set search_path = '' as $$ select '0x' || md5(word) || md5(word || '.') $$;

create function tests.use_chain(kol uuid default null) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.set_chain(jsonb_build_object('chain_id', 31337, 'escrow', tests.address('escrow'), 'collector', tests.address('collector'),
    'token', tests.address('token'), 'operator', tests.address('operator'), 'block_number', 0, 'nonces', jsonb_build_object(tests.address('operator'), 0)));
  insert into private.wallets (profile_id, address, created_at)
  select kol, tests.address(kol::text), now() - interval '1 year'
  where kol is not null and not exists (select from private.wallets w where w.profile_id = kol);
end;
$$;
comment on function tests.use_chain is 'Configures the chain, and gives that creator a wallet.';

create function tests.sign_payment(order_id uuid) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_payment public.chain_payments;
begin
  v_payment := private.prepare_chain_payment(o, tests.address('payer ' || o.brand_id), '{}') from public.pack_orders o where o.id = sign_payment.order_id;
  perform private.name_chain_payment(v_payment.id, tests.hash(v_payment.id::text), tests.hash(v_payment.salt));
  perform private.sign_chain_payment(v_payment.id, o.brand_id, '0x01') from public.pack_orders o where o.id = sign_payment.order_id;
  return v_payment.id;
end;
$$;
comment on function tests.sign_payment is 'Signs the payment of an order on the chain; returns its id.';

create function tests.send_acts() returns int language plpgsql security definer set search_path = '' as $$
declare
  v_act public.chain_acts;
  v_sent int := 0;
begin
  for v_act in select a.* from public.chain_acts a where private.is_ready_act(a, now()) order by a.id loop
    v_sent := v_sent + private.store_chain_transaction(v_act.id, (select o.next_nonce from private.chain_operators o), '0x01',
      tests.hash('act ' || v_act.id || ' ' || (select count(*) from private.chain_transactions)), 1)::int;
    perform private.report_chain_act(v_act.id, 'broadcast', null);
  end loop;
  return v_sent;
end;
$$;
comment on function tests.send_acts is 'Signs and sends each act on the chain that is due, once; returns their number.';

-- Records one more block with the event of each act that was sent, and the events of unconfirmed blocks again.
create function tests.mine_block(final boolean default true, without text default '') returns text language plpgsql security definer set search_path = '' as $$
declare
  v_chain private.chain;
begin
  select * into v_chain from private.chain;
  return private.record_chain(jsonb_build_object('known_hash', v_chain.block_hash, 'from_block', v_chain.block_number + 1,
    'to_block', v_chain.block_number + 1, 'is_head', true, 'final_block', v_chain.block_number + final::int,
    'final_hash', tests.hash('block ' || v_chain.block_number + 1), 'events', (
      select coalesce(jsonb_agg(jsonb_build_object('tx_hash', a.tx_hash, 'log_index', 0, 'block_number', v_chain.block_number + 1,
        'block_hash', tests.hash('block ' || v_chain.block_number + 1), 'kind', a.kind, 'payment_hash', p.payment_hash,
        'amount_minor', a.amount_minor, 'fee_bps', a.fee_minor * 10000 / a.amount_minor)), '[]')
      from public.chain_acts a join public.chain_payments p on p.id = a.payment_id
      where a.state in ('signed', 'broadcast', 'mined') and a.kind <> without)));
end;
$$;
comment on function tests.mine_block is 'Records one more block, final or not, with the events of all acts that were sent, except acts of the kind `without`.';

create function tests.pay_on_chain(order_id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform tests.sign_payment(order_id);
  perform tests.send_acts();
  perform tests.mine_block();
end;
$$;
comment on function tests.pay_on_chain is 'Pays an order on the chain.';

-- Calls the functions of the product as both sides would, until the order is in the given state.
create function tests.make_order(
  brand uuid, kol uuid, status text default 'funded', price_minor bigint default 10000, pack uuid default null
) returns uuid language plpgsql set role = none as $$
declare
  v_claims text := coalesce(current_setting('request.jwt.claims', true), '');
  v_id uuid;
begin
  perform tests.act_as_owner();
  if pack is null then
    pack := tests.make_pack(kol, price_minor, needs_draft => status like 'draft%');
  end if;
  perform tests.use_chain(kol) from public.packs p where p.id = make_order.pack and private.is_on_chain(p.currency);
  perform tests.act_as(brand);
  v_id := (public.place_order(pack, 'Please.', gen_random_uuid())).id;
  if status = 'expired' then
    perform tests.act_as_service();
    perform public.run_due_work((select o.due_at from public.pack_orders o where o.id = v_id));
  elsif status <> 'pending_payment' then
    perform tests.act_as_service();
    perform public.record_payment('sandbox', 'test-' || v_id, v_id, o.price_minor + o.buyer_fee_minor, o.currency)
    from public.pack_orders o where o.id = v_id and o.currency = 'USD';
    perform tests.act_as_owner();
    perform tests.pay_on_chain(v_id) from public.pack_orders o where o.id = v_id and o.currency <> 'USD';
    if status = 'cancelled' then
      perform tests.act_as(brand);
      perform public.cancel_order(v_id, 'Changed my mind.');
    elsif status = 'declined' then
      perform tests.act_as(kol);
      perform public.decline_order(v_id, 'No time.');
    elsif status <> 'funded' then
      perform tests.act_as(kol);
      perform public.accept_order(v_id);
      if status in ('disputed', 'awaiting_ruling', 'ruled', 'appealed', 'settled') then
        perform public.open_dispute(v_id, 'This does not work.');
        if status = 'awaiting_ruling' then
          perform tests.act_as_owner();
          perform private.move_order(o, 'awaiting_ruling', 'clock', null, null, now())
          from public.pack_orders o where o.id = v_id;
        elsif status in ('ruled', 'appealed') then
          perform tests.act_as_owner();
          perform tests.act_as(tests.judge());
          perform tests.hear(v_id);
          perform public.resolve_dispute(v_id, make_order.price_minor / 2, 'Half of the work was done.');
          if status = 'appealed' then
            perform tests.act_as(kol);
            perform public.appeal_ruling(v_id, 'All of it was.');
          end if;
        elsif status = 'settled' then
          perform public.propose_settlement(v_id, make_order.price_minor / 2);
          perform tests.act_as(brand);
          perform public.accept_settlement(v_id, make_order.price_minor / 2);
        end if;
      elsif status like 'draft%' then
        perform public.show_draft(v_id, 'A draft.');
        perform tests.act_as(brand);
        if status = 'draft_revision' then
          perform public.request_draft_changes(v_id, 'Shorter, please.');
        elsif status = 'draft_approved' then
          perform public.approve_draft(v_id);
        end if;
      elsif status <> 'in_progress' then
        perform public.deliver_order(v_id, 'Done.', array['https://example.com/work']);
        perform tests.act_as(brand);
        if status = 'in_revision' then
          perform public.request_revision(v_id, 'Shorter, please.');
        elsif status = 'completed' then
          perform public.complete_order(v_id);
        end if;
      end if;
    end if;
  end if;
  perform tests.act_as_owner();
  if status is distinct from (select o.status from public.pack_orders o where o.id = v_id) then
    raise exception 'tests.make_order cannot make an order in the state %', status;
  end if;
  perform set_config('request.jwt.claims', v_claims, true);
  perform set_config('tests.order_id', v_id::text, true);
  return v_id;
end;
$$;
comment on function tests.make_order is 'Makes an order in that state, with its money in the ledger; returns its id.';

create function tests.earn(variadic names text[]) returns void language sql as $$
  select tests.make_order(tests.id('brand'), tests.id(name), 'completed') from unnest(names) as name;
  select private.run_due_work(now() + interval '14 days') from generate_series(1, 2)
$$;
comment on function tests.earn is 'Lets each of the creators earn 90.00 USD from the brand, and waits until the earnings are available.';

create function tests.let_appeals_pass() returns void language sql as $$
  select private.move_order(o, 'settled', 'clock', null, null, now(), o.creator_share_minor)
  from public.pack_orders o where o.status = 'ruled' order by o.id
$$;
comment on function tests.let_appeals_pass is 'Ends the time for appeals of every order that staff have ruled on.';

create function tests.make_offer(
  author uuid, reader uuid, price_minor bigint default 10000, milestones jsonb default '[]', counters_id uuid default null
) returns uuid language plpgsql set role = none as $$
declare
  v_claims text := coalesce(current_setting('request.jwt.claims', true), '');
  v_conversation uuid;
  v_id uuid;
begin
  perform tests.act_as_owner();
  insert into public.conversations (member_a, member_b, opened_by)
  values (least(author, reader), greatest(author, reader), author) on conflict do nothing;
  select c.id into v_conversation from public.conversations c
  where c.member_a = least(author, reader) and c.member_b = greatest(author, reader);
  perform tests.act_as(author);
  v_id := (public.make_offer(v_conversation, 'One thread', 'Two posts and a summary.', price_minor, 'USD', 7, 2,
    gen_random_uuid(), milestones, null, counters_id)).id;
  perform set_config('request.jwt.claims', v_claims, true);
  perform set_config('tests.offer_id', v_id::text, true);
  return v_id;
end;
$$;
comment on function tests.make_offer is 'An offer from the first member to the second; returns its id.';

create function tests.offer_id() returns uuid
language sql stable set search_path = '' as $$
  select current_setting('tests.offer_id')::uuid
$$;
comment on function tests.offer_id is 'The id of the last offer that make_offer made.';

create function tests.accept_offer(name text) returns void language sql as $$
  select tests.by(name, $q$ select set_config('tests.order_id', (public.accept_offer(id, terms_hash)).id::text, true) from public.offers where id = tests.offer_id() $q$)
$$;
comment on function tests.accept_offer is 'Accepts the last offer as that member; tests.order_id() is its order afterwards.';

create function tests.milestones(amounts bigint[]) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('title', 'Part ' || place, 'amount_minor', amount) order by place), '[]')
  from unnest(amounts) with ordinality as a (amount, place)
$$;

-- Makes a paid order: `accepted` of its milestones are accepted, and the next one is in the given state.
create function tests.make_milestones(
  brand uuid, kol uuid, status text default 'in_progress', amounts bigint[] default '{3333,3333,3334}', accepted int default 0
) returns uuid language plpgsql set role = none as $$
declare
  v_claims text := coalesce(current_setting('request.jwt.claims', true), '');
  v_price bigint := (select sum(a) from unnest(amounts) as a);
  v_offer uuid := tests.make_offer(kol, brand, v_price, tests.milestones(amounts));
  v_id uuid;
begin
  perform tests.act_as(brand);
  v_id := (public.accept_offer(o.id, o.terms_hash)).id from public.offers o where o.id = v_offer;
  perform set_config('tests.order_id', v_id::text, true);
  if status <> 'pending_payment' then
    perform tests.act_as_service();
    perform public.record_payment('sandbox', 'test-' || v_id, v_id, o.price_minor + o.buyer_fee_minor, o.currency)
    from public.pack_orders o where o.id = v_id;
    for n in 1..accepted loop
      perform tests.deliver(v_id, 'Part ' || n);
      perform tests.accept_part(v_id);
    end loop;
    if status in ('delivered', 'in_revision') then
      perform tests.deliver(v_id, 'Next');
    end if;
    if status = 'in_revision' then
      perform tests.act_as(brand);
      perform public.request_revision(v_id, 'Shorter, please.');
    elsif status = 'disputed' then
      perform tests.act_as(kol);
      perform public.open_dispute(v_id, 'This does not work.');
    end if;
  end if;
  perform tests.act_as_owner();
  perform set_config('request.jwt.claims', v_claims, true);
  return v_id;
end;
$$;
comment on function tests.make_milestones is 'An order with milestones of these amounts; returns its id.';

create function tests.deliver(order_id uuid, note text) returns void language plpgsql as $$
begin
  perform tests.act_as(o.kol_id) from public.pack_orders o where o.id = deliver.order_id;
  perform public.deliver_order(order_id, note, array['https://example.com/work']);
end;
$$;
create function tests.accept_part(order_id uuid) returns void language plpgsql as $$
begin
  perform tests.act_as(o.brand_id) from public.pack_orders o where o.id = accept_part.order_id;
  perform public.accept_milestone(m.order_id, m.id) from (
    select * from public.order_milestones x where x.order_id = accept_part.order_id and x.accepted_at is null
    order by x.position limit 1) as m;
end;
$$;

create function tests.order_id() returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return nullif(current_setting('tests.order_id', true), '')::uuid;
end;
$$;
comment on function tests.order_id is 'The id of the last order that make_order made.';

-- Inserts the row of an order alone, because walking through its states (make_order) takes longer.
create function tests.put_order(
  brand uuid, kol uuid, status text default 'completed', price_minor bigint default 50000,
  fee_minor bigint default 5000, creator_share_minor bigint default null, at timestamptz default now(),
  currency text default 'USD', buyer_fee_minor bigint default 0
) returns uuid language plpgsql as $$
declare
  v_id uuid := gen_random_uuid();
begin
  perform set_config('kolpact.order_move', format('%s:%s', v_id, put_order.status), true);
  insert into public.pack_orders (id, brand_id, kol_id, status, pack_title, price_minor, fee_minor, buyer_fee_minor,
    currency, delivery_days, revisions_allowed, terms_hash, idempotency_key, creator_share_minor, completed_at)
  values (v_id, brand, kol, put_order.status, 'One thread', put_order.price_minor, put_order.fee_minor,
    put_order.buyer_fee_minor, put_order.currency, 7, 2, 'none', gen_random_uuid(), put_order.creator_share_minor,
    case when put_order.status in ('completed', 'settled') then at end);
  perform set_config('kolpact.order_move', '', true);
  return v_id;
end;
$$;
comment on function tests.put_order is 'Inserts an order in that state, without its money and events; returns its id.';

create function tests.balance(profile_id uuid, kind text, currency text default 'USD') returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(sum(a.balance_minor), 0)::bigint from private.accounts a
    where a.owner_id is not distinct from balance.profile_id and a.kind = balance.kind
      and a.currency = balance.currency);
end;
$$;
comment on function tests.balance is 'The balance of a member''s accounts of one kind, in minor units; a null id is for the platform.';

-- Notifications ----------------------------------------------------------------------------
create function tests.notify(profile_id uuid, type text, title text, data jsonb default '{}') returns void language sql as $$
  insert into public.notifications (user_id, type, title, message, data)
  select tests.user_id(profile_id), notify.type, notify.title, 'x', notify.data
$$;
comment on function tests.notify is 'Inserts a notification without an event, which therefore keeps the given title.';

-- Order actions ----------------------------------------------------------------------------
create function tests.order_record() returns jsonb language plpgsql stable as $$
begin
  return (
    select jsonb_build_object('order', to_jsonb(o),
      'rows', array[
        (select count(*) from public.order_events e where e.order_id = o.id),
        (select count(*) from public.settlement_proposals s where s.order_id = o.id),
        (select count(*) from public.dispute_statements s where s.order_id = o.id),
        (select count(*) from public.reviews r where r.order_id = o.id),
        (select count(s.asked_at) + count(s.allowed_at) from public.showings s where s.order_id = o.id)],
      'creator', tests.balance(o.kol_id, 'pending'), 'brand', tests.balance(o.brand_id, 'wallet'),
      'escrow', tests.balance(o.brand_id, 'escrow'), 'fees', tests.balance(null, 'fees_held'))
    from public.pack_orders o where o.id = tests.order_id());
end;
$$;
comment on function tests.order_record is 'The last made order as jsonb, with the numbers of its rows and the balances of its money.';

create function tests.do_action(action text) returns text language plpgsql as $$
declare
  v_order uuid := tests.order_id();
  v_problem text;
begin
  case action
    when 'checkout' then
      -- Checks what the edge function reads from order_actions before it asks the provider for money.
      if (
        select o.brand_id = private.my_profile_id() and private.is_member() from public.pack_orders o where o.id = v_order
      ) is not true then
        raise exception 'not_allowed' using errcode = 'PT403';
      end if;
      perform tests.act_as_service();
      select p.problem into v_problem from public.pack_orders o, lateral public.record_payment(
        'sandbox', 'tried', o.id, o.price_minor + o.buyer_fee_minor, o.currency) p where o.id = v_order;
      if v_problem is not null then
        raise exception '%', replace(v_problem, 'payer', 'profile') using errcode = 'PT409';
      end if;
    when 'deliver_order' then perform public.deliver_order(v_order, 'Tried.', array['https://example.com']);
    -- Sends the share that the other side proposed last.
    when 'accept_settlement', 'withdraw_dispute' then
      execute format('select public.%I($1, $2)', action) using v_order, (
        select s.creator_share_minor from public.settlement_proposals s
        where s.order_id = v_order and s.proposed_by is distinct from private.my_profile_id()
        order by s.created_at desc limit 1);
    -- Accepts the next milestone; the id is null in an order without milestones.
    when 'accept_milestone' then
      perform public.accept_milestone(v_order, (
        select m.id from public.order_milestones m
        where m.order_id = v_order and m.accepted_at is null order by m.position limit 1));
    when 'show_draft' then perform public.show_draft(v_order, 'Tried.');
    when 'edit_brief', 'decline_order', 'cancel_order', 'request_revision', 'request_draft_changes', 'open_dispute',
      'give_evidence', 'answer_dispute', 'appeal_ruling' then
      execute format('select public.%I($1, $2)', action) using v_order, 'Tried.';
    when 'propose_settlement' then
      perform public.propose_settlement(v_order, o.released_minor + 77 + (
        select count(*) from public.settlement_proposals s where s.order_id = v_order))
      from public.pack_orders o where o.id = v_order;
    when 'decide_appeal' then
      perform public.decide_appeal(v_order, o.released_minor + 77, 'Tried.') from public.pack_orders o where o.id = v_order;
    when 'resolve_dispute' then
      perform public.resolve_dispute(v_order, o.released_minor + 77, 'Tried.') from public.pack_orders o where o.id = v_order;
    when 'tip_order' then perform public.tip_order(v_order, 100, 'Tried.', gen_random_uuid());
    when 'review_order' then perform public.review_order(v_order, 4, 'Tried.');
    else execute format('select public.%I($1)', action) using v_order;
  end case;
  return action;
end;
$$;

create function tests.try_action(actor uuid, action text, out refusal text, out before jsonb, out after jsonb)
language plpgsql as $$
begin
  perform tests.act_as(actor);
  perform tests.do_action(action);
  perform tests.act_as_owner();
  after := tests.order_record();
  raise exception sqlstate 'TRIED';
exception when sqlstate 'TRIED' then
  -- Reads the record only after the action was undone: most actions are refused and need none.
  before := tests.order_record();
when others then
  if sqlstate not like 'PT4%' then
    raise;
  end if;
  refusal := sqlerrm;
  before := '{}';
end;
$$;
comment on function tests.try_action is 'Tries an action on the last made order and takes it back; returns its effect, or its refusal.';

create function tests.order_actions(actor uuid) returns setof public.order_action language plpgsql as $$
declare
  v_rows public.order_action[];
begin
  perform tests.act_as(actor);
  v_rows := array(select a from public.order_actions(tests.order_id()) a);
  perform tests.act_as_owner();
  return query select * from unnest(v_rows);
end;
$$;
comment on function tests.order_actions is 'The rows of public.order_actions for that member and the last made order.';

-- The amount that escrow holds for an order: the payment, less the parts that milestones paid out.
create function tests.held_by(o public.pack_orders) returns bigint language plpgsql stable as $$
begin
  return (
    select case when s.holds_escrow
      then o.price_minor + o.buyer_fee_minor - o.released_minor
        - div(o.buyer_fee_minor::numeric * o.released_minor, o.price_minor)::bigint else 0 end
    from public.order_statuses s where s.status = o.status);
end;
$$;

-- Compares what order_actions says of each action with what the action does. A request that was already made is
-- not offered again, although repeating it does no harm.
create function tests.wrong_order_actions() returns setof text language plpgsql as $$
declare
  v_actor text;
  v public.order_action;
  t record;
  v_total bigint := (select o.price_minor + o.buyer_fee_minor from public.pack_orders o where o.id = tests.order_id());
begin
  foreach v_actor in array array['brand', 'kol', 'stella'] loop
    for v in select * from tests.order_actions(tests.id(v_actor)) loop
      select * into t from tests.try_action(tests.id(v_actor), v.action);
      if v.allowed is distinct from (v.refusal is null)
        or v.refusal is distinct from t.refusal and (v.refusal is null or t.before is distinct from t.after)
        or v.allowed and t.before = t.after
      then
        return next format('%s %s: %s, but %s', v_actor, v.action, coalesce(v.refusal, 'allowed'),
          coalesce(t.refusal, case when t.before = t.after then 'nothing happens' else 'it is done' end));
      end if;
      continue when not v.allowed or t.after is null;
      if coalesce(v.to_status, t.before #>> '{order,status}') is distinct from t.after #>> '{order,status}' then
        return next format('%s %s: to %s, but to %s', v_actor, v.action, v.to_status, t.after #>> '{order,status}');
      end if;
      if v.action <> 'review_order' and (t.after #>> '{order,due_at}')::timestamptz is distinct from
        coalesce(v.deadline, case when v.to_status is null then (t.before #>> '{order,due_at}')::timestamptz end)
      then
        return next format('%s %s: due %s, but %s', v_actor, v.action, v.deadline, t.after #>> '{order,due_at}');
      end if;
      if v.action not in ('resolve_dispute', 'decide_appeal', 'tip_order') and (v.creator_minor, v.brand_minor, v.creator_fee_minor + v.buyer_fee_minor + v.held_minor, v.held_minor)
        is distinct from (
          (t.after ->> 'creator')::bigint - (t.before ->> 'creator')::bigint,
          (t.after ->> 'brand')::bigint - (t.before ->> 'brand')::bigint
            - case v.action when 'checkout' then v_total else 0 end,
          (t.after ->> 'fees')::bigint - (t.before ->> 'fees')::bigint
            + (t.after ->> 'escrow')::bigint - (t.before ->> 'escrow')::bigint,
          tests.held_by(jsonb_populate_record(null::public.pack_orders, t.after -> 'order'))
            - tests.held_by(jsonb_populate_record(null::public.pack_orders, t.before -> 'order')))
      then
        return next format('%s %s: money %s, but %s after %s', v_actor, v.action, v, t.after, t.before);
      end if;
    end loop;
  end loop;
end;
$$;
comment on function tests.wrong_order_actions is
  'Differences between order_actions and the actions themselves for the last made order: permission, refusal, and the state and money afterwards.';

-- Limits -----------------------------------------------------------------------------------
create table tests.lifted_limits (key text primary key, value numeric not null);
create function tests.lift_limits() returns void language sql as $$
  insert into tests.lifted_limits
  select s.key, s.value from private.settings s
  where s.key ~ '_per_(minute|hour|day)$' and s.key <> 'new_member_conversations_per_day'
    or s.key in ('campaigns_before_payment', 'two_staff_above')
  on conflict do nothing;
  update private.settings s set value = s.max_value from tests.lifted_limits l where l.key = s.key
$$;
comment on function tests.lift_limits is 'Lifts the rate limits for races and random walks, where few members do in a second what people do in years.';
create function tests.restore_limits() returns void language sql as $$
  update private.settings s set value = l.value from tests.lifted_limits l where l.key = s.key
$$;
comment on function tests.restore_limits is 'Gives the limits that lift_limits raised their earlier values again.';

-- Payments ---------------------------------------------------------------------------------
-- The payment of an order, without those that did not apply to it.
create function tests.payment(order_id uuid default tests.order_id()) returns public.payments
language sql stable security definer set search_path = '' as $$
  select p.* from public.payments p where p.order_id = payment.order_id and p.problem is null
$$;

create function tests.dispute(
  outcome text, amount_minor bigint default null, reference text default null, payment public.payments default tests.payment(), at timestamptz default now()
) returns jsonb language sql security definer as $$
  select private.record_provider_dispute(payment.provider, payment.provider_ref, coalesce(reference, 'dispute of ' || payment.provider_ref),
    outcome, coalesce(dispute.amount_minor, payment.amount_minor), payment.currency, dispute.at)
$$;
comment on function tests.dispute is 'Reports the outcome of a dispute about a payment, or about a part of the payment; returns the answer.';

create function tests.charge_back(payment public.payments, amount_minor bigint default null, reference text default null)
returns jsonb language sql as $$
  select tests.dispute('opened', charge_back.amount_minor, reference, payment)
$$;
comment on function tests.charge_back is 'Reports that the provider took a payment back, all of it unless an amount is given.';

create function tests.take_back(payment public.payments, amount_minor bigint default null, reference text default null)
returns jsonb language sql as $$
  select tests.dispute('opened', take_back.amount_minor, reference, payment);
  select tests.dispute('lost', take_back.amount_minor, reference, payment)
$$;
comment on function tests.take_back is 'Reports a dispute about a payment that is opened and lost.';

create function tests.lose_dispute(amount_minor bigint default null, reference text default null) returns void
language sql security definer as $$
  select tests.take_back(tests.payment(), lose_dispute.amount_minor, reference);
  select private.work_chargebacks(now() + interval '8 days')
$$;
comment on function tests.lose_dispute is 'Reports a lost dispute about the last order, and runs the clock of chargebacks eight days later, which divides the money.';

create function tests.lots(profile_id uuid) returns table (payment_id uuid, amount_minor bigint)
language sql stable security definer set search_path = '' as $$
  select l.payment_id, l.amount_minor from private.wallet_lots l join private.accounts a on a.id = l.account_id
  where a.owner_id = lots.profile_id and l.amount_minor > 0
$$;
comment on function tests.lots is 'The payments that the money in a member''s wallet came from, with their amounts.';

-- Locks ------------------------------------------------------------------------------------
-- Finds the locks that the session itself takes, so a missing lock always fails a test. The races of
-- supabase/tests/races show that the locks suffice.
create function tests.locked_rows(command text, relation regclass) returns text[] language plpgsql as $$
declare
  v_locked text[];
  v_found text[];
begin
  execute format('create temporary table rows_before on commit drop as select r.id, r.xmax as locked_by from %s r', relation);
  -- Tries twice: a lock is found by its transaction id, which differs from that of earlier locks, but the
  -- second lock of a row is a multixact, whose number may happen to equal it.
  for v_try in 1..2 loop
    begin
      execute command;
      execute format('select array_agg(r.id::text) from %s r join pg_temp.rows_before b using (id) where r.xmax <> b.locked_by', relation)
      into v_found;
      raise sqlstate 'KP001';
    exception when sqlstate 'KP001' then
      v_locked := v_locked || v_found;
    end;
  end loop;
  drop table pg_temp.rows_before;
  return array(select distinct id from unnest(v_locked) as id order by id);
end;
$$;
comment on function tests.locked_rows is
  'The ids of the rows of a table that a command locks and that were not locked so before. The command is rolled back.';

create function tests.takes_lock(command text, subject text) returns boolean language plpgsql as $$
declare
  v_key constant bigint := hashtextextended(subject, 0);
  v_takes boolean;
begin
  begin
    execute command;
    v_takes := exists (
      select from pg_locks l
      where l.locktype = 'advisory' and l.pid = pg_backend_pid() and (l.classid::bigint << 32 | l.objid::bigint) = v_key);
    raise sqlstate 'KP001';
  exception when sqlstate 'KP001' then null;
  end;
  return v_takes;
end;
$$;
comment on function tests.takes_lock is 'True when a command takes the advisory lock of that name. The command is rolled back.';

-- Lists of staff ---------------------------------------------------------------------------
create function tests.listed(list text, search jsonb default '{}') returns setof jsonb language sql as $$
  select jsonb_array_elements(public.staff_list(list, search, null, 1000) -> 'rows')
$$;
comment on function tests.listed is 'The rows of a list of staff, as the caller reads them.';

create function tests.profiles(term text default '', list text default 'members') returns setof public.staff_profile language sql as $$
  select p.* from tests.listed(list, jsonb_build_object('term', term)) as l (item),
    jsonb_populate_record(null::public.staff_profile, l.item) as p
$$;
comment on function tests.profiles is 'The members of a list of staff.';

create function tests.reports() returns table (
  id uuid, sender_id uuid, sender_name text, can_suspend boolean, reports jsonb, reports_of_sender int
) language sql as $$
  select r.* from tests.listed('reports') as l (item), jsonb_to_record(l.item) as r (
    id uuid, sender_id uuid, sender_name text, can_suspend boolean, reports jsonb, reports_of_sender int)
$$;
comment on function tests.reports is 'The reported messages that staff read.';

create function tests.suspensions() returns setof public.suspensions language sql security definer as $$
  select * from public.suspensions
$$;
comment on function tests.suspensions is 'The suspensions of all members, whoever the caller is; staff themselves read suspensions with read_member only.';

create function tests.pairs() returns table (profile_id uuid, other_id uuid, kind text, is_joined boolean, is_separate boolean)
language sql as $$
  select r.* from tests.listed('people') as l (item), jsonb_to_record(l.item) as r (
    profile_id uuid, other_id uuid, kind text, is_joined boolean, is_separate boolean)
$$;
comment on function tests.pairs is 'The pairs of accounts that wait for staff.';

create function tests.payouts(list text default 'payouts') returns table (
  id uuid, amount_minor bigint, method text, holder text, is_own_case boolean, taken_at timestamptz, taken_by uuid, kept_because text, halt_reason text,
  problem text, status text, failure_reason text, has_late_state boolean
) language sql as $$
  select r.* from tests.listed(list) as l (item), jsonb_to_record(l.item) as r (
    id uuid, amount_minor bigint, method text, holder text, is_own_case boolean, taken_at timestamptz, taken_by uuid, kept_because text, halt_reason text,
    problem text, status text, failure_reason text, has_late_state boolean)
$$;
comment on function tests.payouts is 'The payouts that are not sent yet, or have failed, as staff read them.';

-- People and what is held against them ------------------------------------------------------
create function tests.is_one_person(one text, other text) returns boolean language sql stable security definer as $$
  select private.person_of(tests.id(one)) = private.person_of(tests.id(other))
$$;
comment on function tests.is_one_person is 'True when two members are accounts of one person.';

create function tests.causes(profile_id uuid) returns text language sql volatile security definer as $$
  select private.causes_of(causes.profile_id)
$$;
comment on function tests.causes is 'The reasons for which an account is frozen, as the lists of staff show them now.';

create function tests.frozen(variadic names text[]) returns text language sql stable security definer as $$
  select string_agg(t.name, ' ' order by t.name) from tests.people t join public.profiles p on p.id = t.profile_id
  where t.name = any (names) and p.frozen_at is not null
$$;
comment on function tests.frozen is 'The names of those given members whose account is frozen.';

create function tests.freeze(name text) returns void language sql as $$
  insert into private.chargebacks (provider, provider_ref, payment_ref, brand_id, amount_minor, brand_minor, loss_minor, currency)
  values ('sandbox', gen_random_uuid(), gen_random_uuid(), tests.id(name), 1, 1, 0, 'USD');
  update private.chargebacks c set frozen_at = now() where c.brand_id = tests.id(name) and c.frozen_at is null
$$;
comment on function tests.freeze is 'Freezes a member by a chargeback of a payment that does not exist.';

create function tests.report_message(writer text, receiver text, words text default 'Buy now') returns uuid language plpgsql as $$
declare
  v_message uuid := gen_random_uuid();
  v_conversation uuid;
begin
  insert into public.conversations (member_a, member_b, opened_by)
  values (least(tests.id(writer), tests.id(receiver)), greatest(tests.id(writer), tests.id(receiver)), tests.id(writer))
  on conflict (member_a, member_b) do update set opened_by = excluded.opened_by returning id into v_conversation;
  perform tests.by(writer, format('insert into public.messages (id, conversation_id, content) values (%L, %L, %L)', v_message, v_conversation, words));
  perform tests.by(receiver, format('select public.report_message(%L, ''rude'')', v_message));
  return v_message;
end;
$$;
comment on function tests.report_message is 'Sends a message that its receiver reports; returns its id.';

-- Papers -------------------------------------------------------------------------------------
-- Leaves out amounts that a dispute returned after it was won, because no transfer of an order posted them.
create function tests.paper_faults() returns table (order_id uuid, papers text, postings text) language sql as $$
  select * from (
    select o.id, (
        select concat_ws(' ', coalesce(sum(case p.kind when 'invoice' then p.total_minor when 'credit_note' then -p.total_minor else -p.total_minor * (p.buyer_id = o.kol_id)::int end), 0),
          coalesce(sum(p.total_minor) filter (where p.kind = 'fee_invoice'), 0))
        from public.papers p where p.order_id = o.id and p.transfer_id is not null),
      (
        select concat_ws(' ', coalesce(sum(e.amount_minor) filter (where a.owner_id = o.kol_id), 0),
          coalesce(sum(e.amount_minor) filter (where a.kind = 'fees_held' and (t.event <> 'escrow' or s.outcome is not null)), 0))
        from private.transfers t join private.entries e on e.transfer_id = t.id join private.accounts a on a.id = e.account_id
        where t.order_id = o.id and t.event in ('escrow', 'milestone', 'completion', 'settlement', 'refund', 'tip', 'loss_recovered', 'creator_repaid'))
    from public.pack_orders o join public.order_statuses s on s.status = o.status
  ) as f (order_id, papers, postings)
  where f.papers <> f.postings
$$;
comment on function tests.paper_faults is 'Orders whose papers do not sum to what the creator and the market earned by the ledger.';
