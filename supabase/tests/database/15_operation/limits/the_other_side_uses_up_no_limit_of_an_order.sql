-- The creator invited two brands, and nobody has completed an order: they share the limits of a new member.
-- cast: ann kol
select plan(9);
select tests.make_invitee(name, 'brand', tests.id('ann')) from unnest(array['bob', 'bea']) as name;
select is((private.limits_of(tests.id('bob')), private.limits_of(tests.id('bea'))), (tests.id('ann'), tests.id('ann')), 'invited members share the limits of the inviter');
-- Sets limits to one: member `first` uses them up, and member `second` can still act.
create function pg_temp.both_act(settings text, first text, second text, act text, status text, what text) returns text language plpgsql as $$
declare
  v_orders uuid[];
begin
  update private.settings set value = 1000 where key ~ '_per_(minute|hour|day)$';
  -- Ann and bob are the sides of one order; otherwise each brand has an order of its own.
  v_orders[2] := tests.make_order(tests.id('bob'), tests.id('ann'), both_act.status);
  v_orders[1] := case when both_act.first = 'ann' then v_orders[2] else tests.make_order(tests.id('bea'), tests.id('ann'), both_act.status) end;
  delete from private.rate_limits;
  update private.settings set value = 1 where key ~ both_act.settings;
  perform tests.by(both_act.first, format(act, v_orders[1]));
  return tests.allowed(both_act.second, format(act, v_orders[2]), what);
end;
$$;
select pg_temp.both_act('^dispute_statements_', 'ann', 'bob', $$ select public.answer_dispute(%L, 'No.') $$, 'disputed', 'a side can answer a dispute even if the other side used up its limit');
select pg_temp.both_act('^settlement_proposals_', 'ann', 'bob', $$ select public.propose_settlement(%L, 5000) $$, 'disputed', 'a side can propose a settlement even if the other side used up its limit');
select pg_temp.both_act('^disputes_per_day$', 'bea', 'bob', $$ select public.open_dispute(%L, 'No.') $$, 'delivered', 'a member opens a dispute however many members of the same tree did');
select pg_temp.both_act('^revisions_per_hour$', 'bea', 'bob', $$ select public.request_revision(%L, 'More.') $$, 'delivered', 'a member asks for a revision however many members of the same tree did');
select pg_temp.both_act('^cancellations_', 'bea', 'bob', $$ select public.cancel_order(%L, 'No.') $$, 'funded', 'a member cancels an order however many members of the same tree did');
select pg_temp.both_act('^order_moves_per_hour$', 'bea', 'bob', $$ select public.open_dispute(%L, 'No.') $$, 'delivered', 'a member moves an order however many members of the same tree did');
select pg_temp.both_act('^payouts_per_day$', 'bea', 'bob', $$ select tests.refund(p.id, 100, gen_random_uuid()) from public.payments p where p.order_id = %L $$,
  'cancelled', 'a member requests a refund however many members of the same tree did');
select pg_temp.both_act('^reviews_per_day$', 'ann', 'bob', $$ select public.review_order(%L, 5, '') $$, 'settled', 'a side can review the other even if the other side used up its limit');
