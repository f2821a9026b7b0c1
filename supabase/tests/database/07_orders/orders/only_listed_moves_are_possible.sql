-- cast: brand brand, kol kol
-- Lists the states in which work goes on, from the acceptance of an order to its end or its dispute.
create temporary view working as
select s.* from public.order_statuses s where s.phase = 'open' and s.holds_escrow and not private.is_paid_before_work(s.status);
select set_eq(format('select from_status, to_status from private.order_moves where actor = %L', actor), expected, description) from (values
  ('clock', $$ select status, at_deadline from public.order_statuses where at_deadline is not null
      union values ('disputed', 'settled') $$, 'at its deadline an unanswered order moves to the listed state, or its dispute is settled'),
  ('provider', $$ select status, ended from public.order_statuses, unnest(array['cancelled', 'settled']) as ended where holds_escrow
      union values ('pending_payment', 'funded'), ('pending_payment', 'in_progress') $$, 'a provider''s report pays an order, and ends every order in escrow whose payment is charged back'),
  ('both', $$ select status, 'cancelled' from working where submits is distinct from 'delivery'
      union select status, 'settled' from public.order_statuses where phase = 'disputed' $$,
    'both sides can cancel work that is not delivered, and settle every dispute'),
  ('brand', $$ select status, 'disputed' from working
      union select status, 'cancelled' from public.order_statuses where phase = 'open' and (waits_for = 'creator' or not holds_escrow) and status <> 'in_revision'
      union select d.status, r.status from working d, working r where d.submits is not null and r.is_revision
        and (d.submits = 'draft') = (r.status = 'draft_revision')
      union values ('pending_payment', 'funded'), ('pending_payment', 'in_progress'), ('draft_review', 'draft_approved'), ('delivered', 'completed'), ('ruled', 'appealed') $$,
    'a brand pays, answers drafts and deliveries, disputes and appeals, and cancels what waits for the creator'),
  ('creator', $$ select status, 'disputed' from working
      union select status, 'delivered' from working where waits_for = 'creator' and status <> 'draft_revision'
      union values ('pending_payment', 'cancelled'), ('funded', 'in_progress'), ('funded', 'declined'), ('in_progress', 'draft_review'), ('draft_revision', 'draft_review'), ('ruled', 'appealed') $$,
    'a creator answers an order, submits work, disputes and appeals, and never moves an order to a paid end'),
  ('staff', $$ values ('delivered', 'disputed'), ('disputed', 'ruled'), ('awaiting_ruling', 'ruled'), ('appealed', 'settled') $$,
    'staff open disputes of deliveries, rule on disputes and decide appeals'),
  ('opener', $$ select d, status from working, unnest(array['disputed', 'awaiting_ruling']) as d $$, 'a dispute that is withdrawn before a ruling returns an order to its work'),
  ('milestone', $$ values ('delivered', 'in_progress') $$, 'after an accepted milestone the work continues')) as a (actor, expected, description);
select is_empty($$ select m.* from private.order_moves m join public.order_statuses s on s.status = m.from_status where s.outcome is not null $$,
  'an order that has ended makes no move');
select is_empty($$ select condition from private.order_action_rules
  where to_regprocedure(format('private.%I(public.pack_orders, timestamptz)', condition)) is null and condition is not null $$,
  'the condition of each action is a function of the order and the time');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
delete from private.order_moves where to_status = 'completed';
select throws_ok($$ select private.move_order(o, 'completed', 'brand', o.brand_id, null, now()) from public.pack_orders o $$,
  'PT409', 'order_move_not_allowed', 'an order cannot make a move that is not listed');
select tests.refused('brand', 'select public.complete_order(tests.order_id())', 'PT409', 'order_not_delivered', 'an action without a listed move is refused');
