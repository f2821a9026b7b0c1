-- cast: brand brand, kol kol, sam staff, sue staff, host staff
insert into public.referrals (inviter_id, invitee_id) values (tests.id('host'), tests.id('kol'))
  on conflict (invitee_id) do update set inviter_id = excluded.inviter_id, invite_id = null;
create function pg_temp.acts() returns text language sql as $$
  select string_agg(concat_ws(' ', a.kind, a.amount_minor, nullif(a.fee_minor, 0), a.state), ', ' order by a.id) from public.chain_acts a where a.order_id = tests.order_id()
$$;
create function pg_temp.refuse() returns void language sql as $$
  select private.report_chain_act(a.id, 'kept', 'The receiver is frozen.') from public.chain_acts a where a.order_id = tests.order_id() and private.is_ready_act(a, now())
$$;
create function pg_temp.let_pass(span interval) returns void language sql as $$
  update public.chain_acts a set refused_since = a.refused_since - span, retry_at = a.retry_at - span where a.order_id = tests.order_id()
$$;
create function pg_temp.asked() returns jsonb language sql as $$ select jsonb_build_object('order_id', tests.order_id(), 'note', 'Frozen.') $$;
create function pg_temp.by_one(staff text, refusal text, words text) returns text language sql as $$
  select tests.refused(staff, $c$ select public.give_up_capture(tests.order_id(), 'Frozen.') $c$, case refusal when 'not_allowed' then 'PT403' else 'PT409' end, refusal, words)
$$;
create function pg_temp.can_give_up() returns boolean language sql as $$
  select tests.answer('sam', $q$ select bool_or((i ->> 'can_give_up')::boolean) from tests.listed('alarms') as i $q$)::boolean
$$;

create function pg_temp.moves() returns text language sql as $$
  select tests.answer('brand', $q$
    select string_agg(m.event || (select string_agg(format(' %s %s', p ->> 'kind', p ->> 'amount_minor'), '' order by p ->> 'kind') from jsonb_array_elements(m.parts) as p), ', '
      order by m.transfer_id)
    from public.money_moves(tests.order_id()) as m where m.event <> 'escrow' $q$)
$$;

-- Makes a ruling that splits the price: the brand's part waits until the creator's is paid.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'ruled', 12000000, pack => tests.make_pack(tests.id('kol'), 20000000, 'USDC'));
select pg_temp.by_one('sam', 'chain_act_not_refused', 'no capture of an open order is given up');
select tests.let_appeals_pass();
set constraints all immediate;
select pg_temp.by_one('sam', 'chain_act_not_refused', 'a capture that was not refused is not given up');
select pg_temp.refuse();
select pg_temp.let_pass('24 hours');
select pg_temp.refuse();
select pg_temp.by_one('sam', 'chain_act_not_refused', 'a capture that was refused for less than a day is not given up');
select pg_temp.let_pass('2 hours');
select pg_temp.by_one('sam', 'chain_act_not_refused', 'a capture that no node has refused lately is not given up');
select tests.unguarded('public.chain_acts', $$ update public.chain_acts a set decided_at = a.decided_at - interval '25 hours' where a.order_id = tests.order_id() $$, 'chain_acts_stay');
select pg_temp.refuse();
select is(pg_temp.can_give_up(), true, 'staff find with the alarm that a capture can be given up');
select pg_temp.by_one('sam', 'second_staff_required', 'one member of staff alone cannot give up a capture');
select pg_temp.by_one('host', 'not_allowed', 'staff give up no capture of a case of their own');
select pg_temp.by_one('kol', 'not_allowed', 'a member gives up no capture');
select tests.refused('sam', $$ select public.give_up_capture(tests.order_id(), ' ') $$, 'PT422', 'note_required', 'a capture is given up with a reason');
select is(pg_temp.acts(), 'authorize 20000000 final, capture 6000000 600000 decided, void 14000000 decided', 'a refused request gives up no capture');

select tests.by('sam', $$ select public.propose_staff_act('give_up_capture', pg_temp.asked()) $$);
select is((select (private.proposal_facts(p) #>> '{capture,amount_minor}')::bigint from public.staff_proposals p), 6000000::bigint, 'the second member of staff reads how much is given up');
select tests.act_as(tests.id('sue'));
select is((select jsonb_agg(i -> 'is_proposed') from tests.listed('alarms') as i where (i -> 'can_give_up')::boolean), '[true]', 'the alarm about a capture says that giving it up waits for a second member of staff');
select is(tests.balance(null, 'revenue', 'USDC'), 600000::bigint, 'our fee stays until two members of staff have given up the capture');
select tests.allowed('sue', $$ select public.confirm_staff_proposal(id) from public.staff_proposals $$, 'two members of staff give up a capture');
select is(pg_temp.acts(), 'authorize 20000000 final, capture 6000000 600000 given_up, void 20000000 decided', 'the amount of the given-up capture is returned to the payer with the rest');
select is(tests.balance(null, 'revenue', 'USDC'), 0::bigint, 'no fee is earned of a capture that is given up');
select is(pg_temp.moves(), 'settlement escrow -20000000, adjustment escrow 6000000, refund chain 6000000 escrow -6000000',
  'the brand''s list of money moves shows the returned amount');
select tests.unguarded('public.chain_acts', $$ update public.chain_acts a set decided_at = now() where a.kind = 'void' and a.order_id = tests.order_id() $$, 'chain_acts_stay');
select is((select h.is_fine from private.chain_health() as h where h.name = 'chain_acts'), true, 'a capture that is given up no longer waits to be sent');
select is((select array_agg(h.amount_minor) from private.holds h where h.order_id = tests.order_id()), '{0}', 'no earnings of a capture that is given up are shown as on their way');
select is((select string_agg(kind || ' ' || total_minor, ', ' order by kind, total_minor) from public.papers where order_id = tests.order_id()),
  'credit_note 600000, credit_note 6000000, fee_invoice 600000, invoice 6000000', 'the creator''s invoice and our fee invoice for a capture that is given up are corrected');
select is((select concat_ws(' ', y.cons_q1 + y.cons_q2 + y.cons_q3 + y.cons_q4, y.fees_q1 + y.fees_q2 + y.fees_q3 + y.fees_q4)
  from private.count_seller_years(extract(year from now())::int, tests.id('kol')) as y), '0 0', 'the year of the creator has neither earnings nor fees of the capture');
select results_eq($$ select n.event, n.data ->> 'amount_minor' from public.notifications n where n.event like 'capture%' order by n.event $$,
  $$ values ('capture_given_up', '5400000'), ('capture_given_up_brand', '6000000') $$, 'the creator is notified of the unpaid amount, and the brand of the returned one');
select is((select private.later_on_chain(o, o.kol_id) || ' ' || private.later_on_chain(o, o.brand_id) from public.pack_orders o where o.id = tests.order_id()), '-5400000 6000000',
  'an order shows each side how much less or more it gets after a capture is given up');
select is((select array[a.details ->> 'note', a.details ->> 'problem'] from public.staff_audit a where a.action = 'give_up_capture'), '{Frozen.,The receiver is frozen.}', 'the audit log keeps the reason for giving up a capture');
select is((select count(*)::int from public.chain_alarms where cleared_at is null), 0, 'the alarm about a capture that is given up is closed');
select is((select status from public.pack_orders where id = tests.order_id()), 'settled', 'giving up a capture leaves the order as it ended');
select is((select expected_minor from private.chain_expected() where order_id = tests.order_id()), 20000000::bigint, 'the ledger expects the returned amount in the escrow until it is returned');
select pg_temp.by_one('sam', 'chain_act_not_refused', 'a capture is given up once');
select is(tests.send_acts(), 1, 'a void does not wait for a capture that is given up');
select tests.mine_block();
select is((select closed_at is not null from public.chain_payments where order_id = tests.order_id()), true, 'a payment that was returned is closed');
set constraints all deferred;

-- All work was accepted, but the capture failed on the chain.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed', pack => tests.make_pack(tests.id('kol'), 20000000, 'USDC'));
set constraints all immediate;
select pg_temp.refuse();
select pg_temp.let_pass('2 days');
select tests.send_acts();
select pg_temp.by_one('sam', 'chain_act_not_refused', 'a capture that is on its way is not given up');
select private.report_chain_act(a.id, 'failed', 'reverted') from public.chain_acts a where a.order_id = tests.order_id() and a.kind = 'capture';
select pg_temp.by_one('sam', 'chain_act_not_refused', 'a capture that failed just now is not given up');
select pg_temp.let_pass('25 hours');
select lives_ok($$ select tests.decide_by_two('sam', 'sue', 'give_up_capture', pg_temp.asked()) $$, 'a capture that failed a day ago is given up');
select is(pg_temp.acts(), 'authorize 20000000 final, capture 20000000 2000000 given_up, void 20000000 decided', 'giving up a capture decides a void if the order had none because the brand had no part');
select tests.refused('sam', format('select public.retry_chain_act(%s)', a.id), 'PT409', 'chain_act_not_failed', 'a capture that is given up is not sent again')
from public.chain_acts a where a.order_id = tests.order_id() and a.kind = 'capture';
select throws_ok($$ update public.chain_acts set amount_minor = amount_minor + 1 where order_id = tests.order_id() and kind = 'void' $$, 'PT409', 'chain_act_too_large', 'a void returns no more than was paid');
select throws_ok($$ update public.chain_acts set amount_minor = amount_minor - 1 where order_id = tests.order_id() and kind = 'capture' $$, null, null, 'the amount of a capture cannot be changed');
set constraints all deferred;

-- Makes an order with two captures, of a milestone and of the rest, each of which is given up by itself.
insert into public.conversations (member_a, member_b, opened_by)
select least(b, k), greatest(b, k), k from (values (tests.id('brand'), tests.id('kol'))) as s (b, k);
select tests.by('kol', $$ select public.make_offer(c.id, 'Two threads', 'One each.', 20000000, 'USDC', 7, 2, gen_random_uuid(), tests.milestones('{8000000,12000000}'), null, null)
  from public.conversations c $$);
select tests.by('brand', $$ select set_config('tests.order_id', (public.accept_offer(o.id, o.terms_hash)).id::text, true) from public.offers o $$);
select tests.pay_on_chain(tests.order_id());
do $$ begin
  for n in 1..2 loop
    perform tests.deliver(tests.order_id(), 'Part ' || n);
    perform tests.accept_part(tests.order_id());
  end loop;
  perform tests.act_as_owner();
end $$;
set constraints all immediate;
select is(pg_temp.acts(), 'authorize 20000000 final, capture 8000000 800000 decided, capture 12000000 1200000 decided', 'each milestone has a capture of its own');
savepoint refused;
select pg_temp.refuse(), pg_temp.let_pass('25 hours');
select pg_temp.refuse();
select tests.by('sam', $$ select public.propose_staff_act('give_up_capture', pg_temp.asked()) $$);
update public.chain_acts a set retry_at = null where a.order_id = tests.order_id();
select tests.send_acts();
select is((select p.status from public.staff_proposals p where p.action = 'give_up_capture' and p.subject = tests.order_id()::text), 'withdrawn',
  'a proposal to give up a capture ends when the capture is sent after all, and gives up no later one');
rollback to refused;
do $$ begin
  for n in 1..2 loop
    perform pg_temp.refuse();
    perform pg_temp.let_pass('25 hours');
    perform pg_temp.refuse();
    perform tests.decide_by_two('sam', 'sue', 'give_up_capture', pg_temp.asked());
  end loop;
end $$;
select is(pg_temp.acts(), 'authorize 20000000 final, capture 8000000 800000 given_up, capture 12000000 1200000 given_up, void 20000000 decided', 'the money of both given-up captures is returned to the payer');
select is(pg_temp.moves(), 'milestone escrow -8000000, completion escrow -12000000, adjustment escrow 8000000, refund chain 8000000 escrow -8000000, '
  'adjustment escrow 12000000, refund chain 12000000 escrow -12000000', 'refunds of captures that were given up are in the brand''s list of money moves');
