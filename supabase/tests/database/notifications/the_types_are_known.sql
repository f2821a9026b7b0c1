begin;
select plan(2);
select tests.make_member('ann', 'kol');
select throws_ok($$ select private.notify(tests.id('ann'), 'gossip', 'x', 'y') $$, '23514',
  'new row for relation "notifications" violates check constraint "notifications_type_known"', 'no other');
select lives_ok($$ select private.notify(tests.id('ann'), type, 'x', 'y') from unnest(array['new_kol_match', 'payment_received',
  'order_update', 'dispute_update', 'review_received', 'campaign_match', 'application_update', 'invite_accepted',
  'profile_approved', 'file_removed']) type $$, 'all of these');
select * from finish();
rollback;
