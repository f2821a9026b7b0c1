-- cast: brand brand, kol kol
select plan(21);
-- An offer without the promises has the hash that it had before promises existed.
select tests.make_pack(tests.id('kol'));
select is(p.terms_hash, encode(sha256(convert_to(jsonb_build_object('title', p.title, 'description', p.description,
  'platform', p.platform, 'price_minor', p.price_minor, 'currency', p.currency, 'delivery_days', p.delivery_days,
  'revisions', p.revisions, 'pack_id', null)::text, 'UTF8')), 'hex'), 'a pack without promises has the hash of terms without them')
from public.packs p;

create temporary table hashes as select p.terms_hash from public.packs p;
create function pg_temp.changed(change text) returns boolean language plpgsql as $$
begin
  execute 'update public.packs set ' || change;
  insert into hashes select p.terms_hash from public.packs p;
  return (select count(*) = count(distinct terms_hash) from hashes);
end;
$$;
select ok(pg_temp.changed(change), 'terms with ' || btrim(change) || ' are another version') from unnest(array[
  'price_minor = 10001', $$ currency = 'USDC', price_minor = 5000000 $$, $$ currency = 'USD', price_minor = 10002 $$, 'delivery_days = 8', 'revisions = 3',
  $$ title = 'Two threads' $$, $$ platform = 'youtube' $$, $$ description = 'Eight posts.' $$, $$ deliverables = '{One thread,Eight posts}' $$, $$ usage_rights = 'advertising' $$,
  $$ stay_up_days = 90 $$, $$ disclosure = 'in_text' $$, $$ needs_draft = true $$]) as change;

select tests.by('brand', $$ select set_config('tests.order_id', (public.place_order(p.id, 'Please.', gen_random_uuid(), p.terms_hash)).id::text, true)
from public.packs p $$);
select tests.by('service', $$ select public.record_payment('sandbox', 'once', tests.order_id(), 10002, 'USD') $$);
update public.packs set description = 'Other', deliverables = '{}', usage_rights = null, stay_up_days = null,
  disclosure = null, needs_draft = false;
select is(o.terms - '{title,price_minor,currency,delivery_days,revisions,pack_id}'::text[], $${
  "description": "Eight posts.", "platform": "youtube", "deliverables": ["One thread", "Eight posts"],
  "usage_rights": "advertising", "stay_up_days": 90, "disclosure": "in_text", "needs_draft": true}$$::jsonb,
  'an order has what was promised when it was placed') from public.pack_orders o;
select throws_ok($$ update public.pack_orders set terms = t.changed, terms_hash = private.terms_hash(t.changed)
  from (select o.id, o.terms || '{"stay_up_days": 1}' as changed from public.pack_orders o) t where t.id = pack_orders.id $$, 'PT403', 'append_only',
  'the promises of an order cannot be changed');
select throws_ok($$
  insert into public.pack_orders (brand_id, kol_id, pack_title, price_minor, fee_minor, currency, delivery_days,
    revisions_allowed, terms_hash, terms, idempotency_key)
  select o.brand_id, o.kol_id, o.pack_title, o.price_minor, o.fee_minor, o.currency, o.delivery_days,
    o.revisions_allowed, o.terms_hash, o.terms || '{"stay_up_days": 1}', gen_random_uuid() from public.pack_orders o
$$, '23514', null, 'the terms of an order have to have its hash');
select throws_ok($$
  insert into public.pack_orders (brand_id, kol_id, pack_title, price_minor, fee_minor, currency, delivery_days,
    revisions_allowed, terms_hash, terms, idempotency_key)
  select o.brand_id, o.kol_id, o.pack_title, o.price_minor + 1, o.fee_minor, o.currency, o.delivery_days,
    o.revisions_allowed, o.terms_hash, o.terms, gen_random_uuid() from public.pack_orders o
$$, '23514', null, 'the price of an order has to be that of its terms');

select is(o.creator_agreed_at, null, 'the creator has not agreed to the terms of an order before accepting it') from public.pack_orders o;
select tests.by('kol', 'select public.accept_order(tests.order_id())', at => '2030-01-02 03:04:05+00');
select is(o.creator_agreed_at, '2030-01-02 03:04:05+00', 'a creator who accepts an order agrees to its terms') from public.pack_orders o;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_revision');
select ok(o.creator_agreed_at < now() + interval '1 minute', 'later moves keep the time at which the creator agreed')
from public.pack_orders o where o.id = tests.order_id();
