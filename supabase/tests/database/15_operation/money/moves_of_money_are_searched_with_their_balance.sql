-- cast: brand brand, kol kol, other brand
update private.settings set value = 5 where key = 'buyer_fee';
update public.profiles set display_name = 'Ünal & Söhne' where id = tests.id('brand');
select set_config('tests.first', tests.make_order(tests.id('brand'), tests.id('kol'), 'completed')::text, true);
select tests.make_order(tests.id('other'), tests.id('kol'), 'completed', 30000), tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
select private.clear_hold(h.id, now() + interval '20 days') from (select * from private.holds order by amount_minor) as h;
create function pg_temp.first() returns uuid language sql as $$ select current_setting('tests.first')::uuid $$;
-- Returns each transfer as text: its event, the accounts that it changed, and the balance after it.
create function pg_temp.moves(
  order_id uuid default null, term text default '', events text[] default null, since timestamptz default null,
  until timestamptz default null, after bigint default null, page_size int default 40
) returns setof text language sql as $$
  select concat_ws(' ', m.event, (
    select string_agg(p ->> 'kind' || ' ' || (p ->> 'amount_minor'), ' ' order by p ->> 'kind', (p ->> 'amount_minor')::bigint)
    from jsonb_array_elements(m.parts) as p), '=', m.balance_minor)
  from public.money_moves($1, $2, $3, $4, $5, $6, $7) as m $$;

select tests.act_as(tests.id('brand'));
select results_eq('select * from pg_temp.moves(pg_temp.first())', $$ values
  ('completion escrow -10000 = 0'), ('escrow card -10500 escrow 10000 fee 500 wallet -10500 wallet 10500 = 10000') $$,
  'a payment and the escrow that it filled are one move, with the fee beside the price');
select is((select string_agg(p ->> 'amount_minor', ' ') from public.money_moves(pg_temp.first(), events => '{escrow}') as m, jsonb_array_elements(m.parts) as p),
  '10000 500 -10500 -10500 10500', 'the escrow comes before the payment that filled it');
select results_eq($$ select * from pg_temp.moves(events => '{refund}') $$, array['refund escrow -10000 fee -500 wallet 10500 = 10500'],
  'the fee is returned with the price, and the balance continues from earlier moves');
select is((select m.balance_minor from public.money_moves(page_size => 1) as m),
  (select sum(b.amount_minor)::bigint from public.balances b), 'the balance after the newest move is the present one');
select results_eq('select m.balance_minor - lead(m.balance_minor, 1, 0::bigint) over (order by m.transfer_id desc) from public.money_moves() as m',
  $$ select (select sum((p ->> 'amount_minor')::bigint)::bigint from jsonb_array_elements(m.parts) as p where p ->> 'kind' not in ('card', 'fee'))
    from public.money_moves() as m $$, 'each balance is the earlier one plus the change of the move');

select tests.act_as(tests.id('kol'));
select results_eq('select distinct partner_name, pack_title, order_number from public.money_moves(pg_temp.first()) where order_id = pg_temp.first()',
  'select ''Ünal & Söhne'', o.pack_title, o.number from public.pack_orders o where o.id = pg_temp.first()', 'a move names the other side, the pack and the order');
select results_eq('select * from pg_temp.moves()', $$ values ('clearing available 27000 pending -27000 = 36000'),
  ('clearing available 9000 pending -9000 = 36000'), ('completion pending 27000 = 36000'), ('completion pending 9000 = 9000') $$,
  'a hold that ends does not change the balance');
select results_eq($$ select * from pg_temp.moves(term => 'sÖHNE ünal', events => '{completion}') $$, array['completion pending 9000 = 9000'],
  'words of the other side''s name find a move, in any order and case');
select is((select count(*) from public.money_moves(term => (select repeat(o.number || ' ', 30) || 'x' from public.pack_orders o where o.id = pg_temp.first()))), 2::bigint,
  'long words that are pasted find by their first 100 characters');
select is((select count(*) from public.money_moves(term => (select lower(o.number) from public.pack_orders o where o.id = pg_temp.first()))), 2::bigint,
  'the number of an order finds its moves');
select is_empty($$ select * from pg_temp.moves(term => '100%') $$, 'a word that occurs nowhere finds nothing');
select results_eq('select * from pg_temp.moves(after => (select min(m.transfer_id) + 1 from public.money_moves(events => ''{clearing}'') as m), page_size => 2)',
  $$ values ('clearing available 9000 pending -9000 = 36000'), ('completion pending 27000 = 36000') $$, 'a page that starts after a move has the same balances');
select is((select count(*) from pg_temp.moves(since => now() + interval '1 second')) + (select count(*) from pg_temp.moves(until => now())), 0::bigint,
  'a period without moves finds none');
select is((select count(*) from pg_temp.moves(since => now(), until => now() + interval '1 second')), 4::bigint, 'a period finds its moves');

-- Tests an order paid from the brand's own wallet on the chain, and refunded to it.
select tests.act_as_owner();
create function pg_temp.chain_moves(state text, share bigint) returns text language sql as $$
  select tests.answer('brand', format($q$ select string_agg(m, ', ' order by m) from pg_temp.moves(%L) as m $q$,
    tests.make_order(tests.id('brand'), tests.id('kol'), state, share, pack => tests.make_pack(tests.id('kol'), 20000000, 'USDC'))))
$$;
select is(pg_temp.chain_moves(state, share), moves, format('the moves of an order on a chain that is %s', state))
from (values ('declined', null::bigint, 'escrow chain -20000000 escrow 20000000 = 20000000, refund chain 20000000 escrow -20000000 = 0'),
  ('completed', null, 'completion escrow -20000000 = 0, escrow chain -20000000 escrow 20000000 = 20000000'),
  ('settled', 12000000, 'escrow chain -20000000 escrow 20000000 = 20000000, settlement chain 14000000 escrow -20000000 = 0')) as t (state, share, moves);

-- An inviter is rewarded for an order of two other members.
select tests.make_invitee('invitee', 'kol', tests.id('other'));
select tests.make_order(tests.id('brand'), tests.id('invitee'), 'completed');
select tests.finds('other', $$ select event, order_id, order_number, pack_title, partner_name from public.money_moves(events => '{referral_reward}') $$,
  $$ values ('referral_reward', null::uuid, null::text, null::text, null::text) $$, 'a reward names neither the order nor the sides of others');
select tests.gets('other', 'select count(*) from public.money_moves(pg_temp.first())', '0', 'a stranger reads no move of an order');

-- The list is read in pages.
with t as (insert into private.transfers (event) select 'payment' from generate_series(1, 1001) returning id)
insert into private.entries (transfer_id, account_id, amount_minor)
select t.id, a.account_id, a.amount_minor from t cross join (values
  (private.platform_account('cash', 'USD', tests.id('kol')), -1), (private.member_account(tests.id('kol'), 'available', 'USD'), 1)) as a (account_id, amount_minor);
select tests.gets('kol', 'select count(*) from public.money_moves(page_size => 1001)', '1000', 'a page has at most a thousand moves');
select tests.refused('kol', $$ select public.money_moves(events => array_fill('payment'::text, array[101])) $$, 'PT422', 'filter_too_large', 'a list of more kinds of moves than there are is refused');
