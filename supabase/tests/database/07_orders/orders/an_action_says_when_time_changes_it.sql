-- Judges private.refusal_changes_at by private.order_actions.
-- cast: brand brand, kol kol
-- When each action changes by time alone, in hours from now.
create function pg_temp.changes(who text, at timestamptz default now()) returns text language plpgsql as $$
declare
  v_text text;
begin
  perform tests.move_time_as(tests.id(who));
  select string_agg(a.action || ' ' || extract(epoch from a.changes_at - now()) / 3600::int, ', ' order by a.action)
  into v_text from private.order_actions(tests.order_id(), at) a where a.changes_at is not null;
  perform tests.act_as_owner();
  return regexp_replace(v_text, '\.0+\y', '', 'g');
end;
$$;
create function pg_temp.due(hours numeric) returns void language sql as $$
  update public.pack_orders set due_at = now() + make_interval(secs => hours * 3600) where id = tests.order_id()
$$;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select pg_temp.due(10);
select is(pg_temp.changes('brand'), 'cancel_order 34', 'the brand may cancel alone a day after the deadline');
select is(pg_temp.changes('kol'), null, 'which changes nothing for the creator');
select pg_temp.due(-24);
select is(pg_temp.changes('brand'), null, 'when it may already, nothing changes any more');
select is(pg_temp.changes('brand', now() - interval '1 second'), 'cancel_order 0', 'a second before it does');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
select pg_temp.due(10);
select is(pg_temp.changes('brand'), null, 'before the work begins the brand may cancel anyway');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select pg_temp.due(10);
select is(pg_temp.changes('brand'), null, 'and after it is delivered not at all');

-- Reviews
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
update public.pack_orders set completed_at = now() - interval '13 days' where id = tests.order_id();
select is(pg_temp.changes('brand'), 'review_order 24, tip_order 1848', 'a review may be written for fourteen days, a tip given for ninety');
select is(pg_temp.changes('kol'), 'review_order 24', 'by either side');
select is(pg_temp.changes('kol', now() + interval '1 day' - interval '1 second'), 'review_order 24', 'to the last second');
select is(pg_temp.changes('kol', now() + interval '1 day'), null, 'and no longer');
update public.pack_orders set due_at = now() + interval '10 hours' where id = tests.order_id();
select is(pg_temp.changes('brand'), 'review_order 24, tip_order 1848', 'a deadline that is left over changes nothing');

select is(pg_temp.changes('brand', now() + interval '77 days' - interval '1 second'), 'tip_order 1848', 'a tip to the last second');
select is(pg_temp.changes('brand', now() + interval '77 days'), null, 'and no longer');

-- Evidence closes before the dispute goes to staff.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
select is(pg_temp.changes('kol'), 'give_evidence 72', 'evidence is taken for three days');
select is(pg_temp.changes('kol', now() + interval '72 hours' - interval '1 second'), 'give_evidence 72', 'to the last second');
select is(pg_temp.changes('kol', now() + interval '72 hours'), null, 'and no longer');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'ruled');
select is(pg_temp.changes('kol'), null, 'none after a ruling, however long its time is');

-- The rows of refused actions keep no values of the row before.
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
select is_empty($$ select pg_temp.left_over('brand') $$, 'what is refused to the brand says nothing of money');
select is_empty($$ select pg_temp.left_over('kol') $$, 'nor what is refused to the creator');
select ok((select bool_or(allowed) and bool_or(not allowed) and count(*) > 5 from tests.order_actions(tests.id('brand'))), 'some are allowed, others are not');
