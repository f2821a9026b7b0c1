-- Tests private.refusal_changes_at through private.order_actions.
-- cast: brand brand, kol kol
-- Lists the actions that will become possible or impossible by time alone, and in how many hours from now.
create function pg_temp.changes(who text, at timestamptz default now()) returns text language sql as $$
  select regexp_replace(tests.answer(who, $q$
    select string_agg(a.action || ' ' || extract(epoch from a.changes_at - now()) / 3600::int, ', ' order by a.action)
    from public.order_actions(tests.order_id()) a where a.changes_at is not null $q$, at => changes.at), '\.0+\y', '', 'g')
$$;
create function pg_temp.due(hours numeric) returns void language sql as $$
  update public.pack_orders set due_at = now() + make_interval(secs => hours * 3600) where id = tests.order_id()
$$;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select pg_temp.due(10);
select is(pg_temp.changes('brand'), 'cancel_order 34', 'a brand reads when it can cancel overdue work alone');
select is(pg_temp.changes('kol'), null, 'a creator does not read when the brand can cancel');
select pg_temp.due(-24);
select is(pg_temp.changes('brand'), null, 'a brand that can already cancel overdue work reads no time for it');
select is(pg_temp.changes('brand', now() - interval '1 second'), 'cancel_order 0', 'a brand reads the time of its right to cancel until a second before');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select tests.by('kol', $$ select public.cancel_order(tests.order_id(), 'I am ill.') $$);
select is(pg_temp.changes('kol'), 'cancel_order 48, withdraw_cancellation 48', 'a creator reads until when their request to cancel stands');
select is(pg_temp.changes('brand', now() + interval '48 hours' - interval '1 second'), 'cancel_order 48, withdraw_cancellation 48', 'a brand reads until when it can agree to a cancellation, until the last second');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
select pg_temp.due(10);
select is(pg_temp.changes('brand'), null, 'a brand that can cancel alone reads no time for agreeing to a cancellation');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select pg_temp.due(10);
select is(pg_temp.changes('brand'), null, 'a brand that can no longer cancel reads no time for it');

select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
update public.pack_orders set completed_at = now() - interval '13 days' where id = tests.order_id();
select is(pg_temp.changes('brand'), 'review_order 24, tip_order 1848', 'a brand reads until when it can review and tip');
select is(pg_temp.changes('kol'), 'review_order 24', 'a creator reads until when they can review');
select is(pg_temp.changes('kol', now() + interval '1 day' - interval '1 second'), 'review_order 24', 'the time for a review is read until its last second');
select is(pg_temp.changes('kol', now() + interval '1 day'), null, 'a review whose time is over has no time left');
update public.pack_orders set due_at = now() + interval '10 hours' where id = tests.order_id();
select is(pg_temp.changes('brand'), 'review_order 24, tip_order 1848', 'the deadline of an order that has ended changes no action');

select is(pg_temp.changes('brand', now() + interval '77 days' - interval '1 second'), 'tip_order 1848', 'the time for a tip is read until its last second');
select is(pg_temp.changes('brand', now() + interval '77 days'), null, 'a tip whose time is over has no time left');

-- Evidence closes before the dispute goes to staff.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
select is(pg_temp.changes('kol'), 'give_evidence 72', 'a side of a dispute reads until when it can give evidence');
select is(pg_temp.changes('kol', now() + interval '72 hours' - interval '1 second'), 'give_evidence 72', 'the time for evidence is read until its last second');
select is(pg_temp.changes('kol', now() + interval '72 hours'), null, 'evidence whose time is over has no time left');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'ruled');
select is(pg_temp.changes('kol'), null, 'an order that is ruled on accepts no evidence and shows no time for it');

select tests.make_order(tests.id('brand'), tests.id('kol'), 'appealed');
select is(pg_temp.changes('kol'), 'answer_dispute 72', 'a side of an appeal reads until when it can answer');
select is(pg_temp.changes('kol', now() + interval '72 hours'), null, 'an answer whose time is over has no time left');
select tests.by('brand', $$ select public.answer_dispute(tests.order_id(), 'No.') $$);
select is(pg_temp.changes('kol'), null, 'a side that has answered an appeal reads no time for another answer');

-- Finds values that the row of a refused action kept from the row before it.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
create function pg_temp.left_over(who text) returns setof text language plpgsql as $$
begin
  perform tests.act_as(tests.id(who));
  return query select a.action from public.order_actions(tests.order_id()) a
    where not a.allowed and (a.to_status, a.creator_share_minor, a.creator_minor, a.brand_minor, a.creator_fee_minor, a.buyer_fee_minor, a.held_minor, a.deadline) is distinct from
      (null::text, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::timestamptz);
  perform tests.act_as_owner();
end;
$$;
select is_empty($$ select pg_temp.left_over('brand') $$, 'an action refused to the brand has no money and no deadline');
select is_empty($$ select pg_temp.left_over('kol') $$, 'an action refused to the creator has no money and no deadline');
select ok((select bool_or(allowed) and bool_or(not allowed) and count(*) > 5 from tests.order_actions(tests.id('brand'))),
  'a delivered order has allowed and refused actions to compare');
