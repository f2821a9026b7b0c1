-- Tests private.lock_order, require_order_actor, require_order_status, require_order_action, order_actions and
-- what they call, by doing what is offered.
create temporary table situations (nr serial, name text, status text, setup text);
-- Lists every state of an order, and for some states further facts that decide what is possible.
insert into situations (name, status) select s.status, s.status from public.order_statuses s order by s.position;
insert into situations (name, status, setup) values
  ('the wallet holds the price', 'pending_payment', $$
    select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
    select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment') $$),
  ('the wallet lacks one cent', 'pending_payment', $$
    select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
    select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 10001) $$),
  ('the brand is frozen', 'pending_payment', $$ update public.profiles set frozen_at = now() where id = tests.id('brand') $$),
  ('the brand may not buy any more', 'pending_payment', $$ update public.profiles set is_approved = false where id = tests.id('brand') $$),
  ('one blocked the other', 'pending_payment', $$ select tests.act_as(tests.id('kol')); select public.block_member(tests.id('brand')) $$),
  ('the brand asked to cancel', 'in_progress', $$ select pg_temp.act('brand', 'cancel_order') $$),
  ('the creator asked to cancel', 'in_progress', $$ select pg_temp.act('kol', 'cancel_order') $$),
  ('the work is a day late', 'in_progress', $$ update public.pack_orders set due_at = now() - interval '24 hours' $$),
  ('the work is late by less than a day', 'in_progress', $$ update public.pack_orders set due_at = now() - interval '24 hours' + interval '1 second' $$),
  ('the work is a day late and the brand asked to cancel before', 'in_progress', $$
    select pg_temp.act('brand', 'cancel_order'); update public.pack_orders set due_at = now() - interval '24 hours' $$),
  ('no revision is left', 'delivered', $$ update public.pack_orders set revisions_used = revisions_allowed $$),
  ('the review was extended', 'delivered', $$ select pg_temp.act('brand', 'extend_review') $$),
  ('the creator proposed a split', 'disputed', $$ select pg_temp.act('kol', 'propose_settlement') $$),
  ('both sides proposed a split', 'disputed', $$
    select pg_temp.act('kol', 'propose_settlement'); select tests.act_as(tests.id('brand'));
    select public.propose_settlement(tests.order_id(), 3333) $$),
  ('the price takes two members of staff', 'disputed', $$ update private.settings set value = 1 where key = 'two_staff_above' $$),
  ('the member of staff invited a side', 'disputed', $$
    update public.referrals set inviter_id = tests.id('stella'), invite_id = null where invitee_id = tests.id('kol') $$),
  ('the brand has reviewed', 'completed', $$ select pg_temp.act('brand', 'review_order') $$),
  ('a day is left for reviews', 'completed', $$ update public.pack_orders set completed_at = now() - interval '13 days' $$),
  ('an offer of the creator''s is not paid', 'funded', $$ select tests.make_milestones(tests.id('brand'), tests.id('kol'), 'pending_payment') $$),
  ('the first of three milestones is delivered', 'funded', $$ select tests.make_milestones(tests.id('brand'), tests.id('kol'), 'delivered') $$),
  ('the last of three milestones is delivered', 'funded', $$
    select tests.make_milestones(tests.id('brand'), tests.id('kol'), 'delivered', accepted => 2) $$),
  ('the second milestone is in work', 'funded', $$
    select tests.make_milestones(tests.id('brand'), tests.id('kol'), 'in_progress', accepted => 1) $$),
  ('the creator asked to cancel after a milestone', 'funded', $$
    select tests.make_milestones(tests.id('brand'), tests.id('kol'), 'in_progress', accepted => 1); select pg_temp.act('kol', 'cancel_order') $$),
  ('a split is proposed after a milestone', 'funded', $$
    select tests.make_milestones(tests.id('brand'), tests.id('kol'), 'disputed', accepted => 1); select pg_temp.act('kol', 'propose_settlement') $$),
  ('the time for reviews is over', 'settled', $$ update public.pack_orders set completed_at = now() - interval '14 days' $$);
insert into situations (name, status, setup)
select format('the bank looks into the payment and the order is %s', s.status), s.status,
  'select tests.charge_back(tests.payment()); update public.profiles set frozen_at = null where id = tests.id(''brand'')'
from public.order_statuses s where s.holds_escrow or s.status = 'completed';
insert into situations (name, status, setup)
select format('the %s is suspended and the order is %s', p.name, s.status), s.status,
  format('update public.profiles set suspended_at = now() where id = tests.id(%L)', p.name)
from public.order_statuses s, unnest(array['brand', 'kol']) as p (name)
where s.outcome is null;

select plan((select count(*) from situations)::int + 5);
select tests.make_member('brand', 'brand');
select tests.make_member('kol', 'kol');
select tests.make_staff('stella');
select tests.lift_limits();
update private.settings set value = 5 where key = 'buyer_fee';
create function pg_temp.act(who text, act text) returns void language sql as $$
  select tests.by(who, format('select tests.do_action(%L)', act))
$$;
create function pg_temp.wrong(situation situations) returns setof text language plpgsql as $$
declare
  v_wrong text[];
begin
  begin
    perform tests.make_order(tests.id('brand'), tests.id('kol'), situation.status, 9999);
    if situation.setup is not null then
      execute situation.setup;
      perform tests.act_as_owner();
    end if;
    v_wrong := array(select tests.wrong_order_actions());
    raise exception sqlstate 'TRIED';
  exception when sqlstate 'TRIED' then
    return query select * from unnest(v_wrong);
  end;
end;
$$;
select is_empty(format('select pg_temp.wrong(s) from situations s where nr = %s', s.nr), 'every offered action has the announced effect when ' || s.name) from situations s order by s.nr;

-- Plants a fault in the rules, which the test above must detect.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered', 9999);
update private.order_action_rules set leads_to = 'expired' where action = 'complete_order';
select is((select refusal from tests.order_actions(tests.id('brand')) where action = 'complete_order'), 'order_not_delivered',
  'a rule that leads to an impossible state offers no action');
update private.order_action_rules set leads_to = 'completed' where action = 'complete_order';

select results_eq($$ select allowed, refusal, to_status, creator_minor, brand_minor, creator_fee_minor, buyer_fee_minor, held_minor, currency
    from tests.order_actions(tests.id('brand')) where action = 'complete_order' $$,
  $$ values (true, null, 'completed', 8999::bigint, 0::bigint, 1000::bigint, 500::bigint, -10499::bigint, 'USD') $$,
  'an offered completion names what the creator and the market earn');
select results_eq($$ select distinct creator_minor + brand_minor + creator_fee_minor + buyer_fee_minor + held_minor
    from tests.order_actions(tests.id('brand')) where allowed $$, array[0::bigint], 'the amounts of an offered action sum to zero');
select is((select deadline - o.due_at from tests.order_actions(tests.id('brand')) a, public.pack_orders o
  where o.id = tests.order_id() and a.action = 'extend_review'), interval '96 hours', 'an offered extension names its deadline');
select tests.gets('stella', 'select count(*) from public.order_actions(tests.order_id())', '0', 'staff without a second factor are offered no action', 'aal1');
