-- cast: sam staff, pat staff, zoe staff, kol kol, cid kol, buyer brand
create function pg_temp.read_by(name text) returns text language sql as $$
  select tests.answer(name, $q$ select coalesce(string_agg(a.kind, ' ' order by a.kind), '') from public.chain_alarms a $q$, 'aal2')
$$;
create function pg_temp.clear(kind text, note text) returns text language sql security definer as $$
  select format('select public.clear_chain_alarm(%L, %L)', a.id, clear.note) from public.chain_alarms a where a.kind = clear.kind
$$;
select tests.make_order(tests.id('buyer'), tests.id('kol'), 'completed', pack => tests.make_pack(tests.id('kol'), 20000000, 'USDC'));
-- The buyer is another account of sam.
select private.join_people(tests.id('sam'), tests.id('buyer'), 'inbox');
insert into private.wallets (profile_id, address) select p.id, tests.address('both') from unnest(array[tests.id('cid'), tests.id('kol')]) as p (id);
select private.join_people(tests.id('pat'), tests.id('cid'), 'inbox');
select private.raise_chain_alarm('act_failed', tests.order_id(), 'capture: reverted'), private.raise_chain_alarm('difference', null, 'store'),
  private.raise_chain_alarm('shared_wallet', null, private.wallet_label(tests.address('both')));
-- An address with the same first and last digits is another wallet.
insert into private.wallets (profile_id, address) select tests.id('kol'), '0x' || substr(tests.address('both'), 3, 4) || repeat('0', 32) || right(tests.address('both'), 4);
insert into private.wallets (profile_id, address) select tests.id('zoe'), '0x' || substr(tests.address('both'), 3, 4) || repeat('0', 32) || right(tests.address('both'), 4);

select is(pg_temp.read_by('pat'), 'act_failed difference', 'staff read no alarm about a wallet of their own');
select is(pg_temp.read_by('sam'), 'difference shared_wallet', 'staff read no alarm about an order of their own');
select tests.refused('sam', pg_temp.clear('act_failed', 'Fine.'), 'PT403', 'not_allowed', 'staff clear no alarm about an order of their own');
select tests.refused('pat', pg_temp.clear('shared_wallet', 'Fine.'), 'PT403', 'not_allowed', 'staff clear no alarm about a wallet of their own');
select tests.refused('pat', pg_temp.clear('act_failed', ' '), 'PT422', 'note_required', 'staff say what they found when they clear an alarm');
select tests.allowed('pat', pg_temp.clear('act_failed', 'The receiver was frozen.'), 'staff clear an alarm about others');
-- Raises an alarm that two must clear, because somebody may have used the operator's key.
select private.raise_chain_alarm('stranger', tests.order_id(), 'capture of 1 in 0x1');
create function pg_temp.proposed(kind text) returns jsonb language sql security definer as $$
  select jsonb_build_object('alarm_id', a.id, 'note', 'The node was behind.') from public.chain_alarms a where a.kind = proposed.kind
$$;
select tests.refused('zoe', pg_temp.clear(kind, 'Mine.'), 'PT409', 'second_staff_required', 'one member of staff alone does not clear an alarm of the kind ' || kind)
from unnest(array['stranger', 'difference']) as kind;
select tests.refused('sam', $$ select public.propose_staff_act('clear_chain_alarm', pg_temp.proposed('stranger')) $$, 'PT403', 'not_allowed', 'staff propose to clear no alarm about an order of their own');
select tests.by('zoe', $$ select public.propose_staff_act('clear_chain_alarm', pg_temp.proposed('stranger')) $$);
select tests.gets('pat', $$ select i -> 'alarm' ->> 'detail' from tests.listed('proposals') as i $$, 'capture of 1 in 0x1', 'the second member of staff reads the alarm');
select tests.gets('pat', $$ select i ->> 'is_proposed' from tests.listed('alarms') as i where i ->> 'kind' = 'stranger' $$, 'true', 'the list of alarms names those that wait for a second member of staff');
select tests.gets('sam', $$ select count(*) from tests.listed('proposals') $$, '0', 'staff find no proposal about an alarm of an order of their own');
select tests.by('zoe', $$ select public.withdraw_staff_proposal(p.id, 'Not yet.') from public.staff_proposals p where p.status = 'open' $$);
select lives_ok($$ select tests.decide_by_two('pat', 'sam', 'clear_chain_alarm', pg_temp.proposed('difference')) $$, 'two members of staff clear an alarm about no order');
select tests.allowed('pat', pg_temp.clear('act_failed', 'The receiver was frozen.'), 'a member of staff who repeats the request to clear an alarm gets the first result');
select tests.refused('pat', pg_temp.clear('act_failed', 'Other words.'), 'PT409', 'chain_alarm_not_open', 'an alarm is cleared once, even with another note');
select tests.refused('zoe', pg_temp.clear('act_failed', 'The receiver was frozen.'), 'PT409', 'chain_alarm_not_open', 'an alarm is cleared once, even by other staff');
select is((select count(*)::int from public.staff_audit where action = 'clear_chain_alarm'), 2, 'each cleared alarm is in the log once');

-- Returns the notes of staff who cleared alarms, as that member reads them in the log.
create function pg_temp.words(name text) returns text language sql as $$
  select tests.answer(name, $q$ select string_agg(coalesce(i #>> '{details,note}', 'hidden'), ', ' order by i #>> '{details,kind}')
    from tests.listed('audit', '{"kind": "clear_chain_alarm"}') as i $q$, 'aal2')
$$;
select tests.by('zoe', pg_temp.clear('shared_wallet', 'Two accounts of an agency.'));
select is(pg_temp.words('pat'), 'The receiver was frozen., The node was behind.', 'staff do not read the note about a wallet of their own');
select is(pg_temp.words('sam'), 'The node was behind., hidden', 'staff do not read the note about an order of their own');
select is(pg_temp.words('zoe'), 'hidden, The node was behind., Two accounts of an agency.', 'the note about an order is hidden until the reader has opened the order');
select tests.by('zoe', 'select public.read_order(tests.order_id(), ''A question.'')');
select is(pg_temp.words('zoe'), 'The receiver was frozen., The node was behind., Two accounts of an agency.', 'the note about an order is shown once the reader has opened the order');
