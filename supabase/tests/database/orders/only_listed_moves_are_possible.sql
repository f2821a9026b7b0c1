begin;
select plan(3);
select tests.make_member('brand', 'brand');
select tests.make_member('kol', 'kol');
select results_eq('select from_status, to_status, actor from private.order_moves order by 1, 2, 3', $$ values
  ('appealed', 'cancelled', 'provider'), ('appealed', 'settled', 'both'), ('appealed', 'settled', 'clock'), ('appealed', 'settled', 'provider'), ('appealed', 'settled', 'staff'),
  ('awaiting_ruling', 'cancelled', 'provider'), ('awaiting_ruling', 'ruled', 'staff'), ('awaiting_ruling', 'settled', 'both'),
  ('awaiting_ruling', 'settled', 'clock'), ('awaiting_ruling', 'settled', 'provider'),
  ('delivered', 'cancelled', 'provider'), ('delivered', 'completed', 'brand'), ('delivered', 'completed', 'clock'),
  ('delivered', 'disputed', 'brand'), ('delivered', 'disputed', 'creator'), ('delivered', 'disputed', 'staff'), ('delivered', 'in_progress', 'milestone'), ('delivered', 'in_revision', 'brand'), ('delivered', 'settled', 'provider'),
  ('disputed', 'awaiting_ruling', 'clock'), ('disputed', 'cancelled', 'provider'), ('disputed', 'ruled', 'staff'),
  ('disputed', 'settled', 'both'), ('disputed', 'settled', 'clock'), ('disputed', 'settled', 'provider'),
  ('draft_approved', 'cancelled', 'both'),
  ('draft_approved', 'cancelled', 'brand'),
  ('draft_approved', 'cancelled', 'provider'),
  ('draft_approved', 'delivered', 'creator'),
  ('draft_approved', 'disputed', 'brand'),
  ('draft_approved', 'disputed', 'creator'),
  ('draft_approved', 'disputed', 'staff'),
  ('draft_approved', 'expired', 'clock'), ('draft_approved', 'settled', 'provider'),
  ('draft_review', 'cancelled', 'both'),
  ('draft_review', 'cancelled', 'provider'),
  ('draft_review', 'disputed', 'brand'),
  ('draft_review', 'disputed', 'creator'),
  ('draft_review', 'disputed', 'staff'),
  ('draft_review', 'draft_approved', 'brand'),
  ('draft_review', 'draft_approved', 'clock'),
  ('draft_review', 'draft_revision', 'brand'), ('draft_review', 'settled', 'provider'),
  ('draft_revision', 'cancelled', 'both'),
  ('draft_revision', 'cancelled', 'brand'),
  ('draft_revision', 'cancelled', 'provider'),
  ('draft_revision', 'disputed', 'brand'),
  ('draft_revision', 'disputed', 'creator'),
  ('draft_revision', 'disputed', 'staff'),
  ('draft_revision', 'draft_review', 'creator'),
  ('draft_revision', 'expired', 'clock'), ('draft_revision', 'settled', 'provider'),
  ('funded', 'cancelled', 'brand'), ('funded', 'cancelled', 'provider'), ('funded', 'declined', 'creator'),
  ('funded', 'expired', 'clock'), ('funded', 'in_progress', 'creator'), ('funded', 'settled', 'provider'),
  ('in_progress', 'cancelled', 'both'), ('in_progress', 'cancelled', 'brand'), ('in_progress', 'cancelled', 'provider'),
  ('in_progress', 'delivered', 'creator'), ('in_progress', 'disputed', 'brand'), ('in_progress', 'disputed', 'creator'), ('in_progress', 'disputed', 'staff'),
  ('in_progress', 'draft_review', 'creator'),
  ('in_progress', 'expired', 'clock'), ('in_progress', 'settled', 'provider'),
  ('in_revision', 'cancelled', 'both'), ('in_revision', 'cancelled', 'brand'), ('in_revision', 'cancelled', 'provider'), ('in_revision', 'delivered', 'creator'), ('in_revision', 'disputed', 'brand'),
  ('in_revision', 'disputed', 'creator'), ('in_revision', 'disputed', 'staff'), ('in_revision', 'expired', 'clock'), ('in_revision', 'settled', 'provider'),
  ('pending_payment', 'cancelled', 'brand'), ('pending_payment', 'expired', 'clock'), ('pending_payment', 'funded', 'brand'), ('pending_payment', 'funded', 'provider'),
  ('ruled', 'appealed', 'brand'), ('ruled', 'appealed', 'creator'), ('ruled', 'cancelled', 'provider'), ('ruled', 'settled', 'both'),
  ('ruled', 'settled', 'clock'), ('ruled', 'settled', 'provider') $$,
  'nothing else can happen to an order');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
delete from private.order_moves where to_status = 'completed';
select throws_ok($$ select private.move_order(o, 'completed', 'brand', o.brand_id, null, now()) from public.pack_orders o $$,
  'PT409', 'order_move_not_allowed', 'what is not in the table does not happen');
select tests.act_as(tests.id('brand'));
select throws_ok('select public.complete_order(tests.order_id())', 'PT409', 'order_not_delivered', 'and cannot be asked for');
select * from finish();
rollback;
