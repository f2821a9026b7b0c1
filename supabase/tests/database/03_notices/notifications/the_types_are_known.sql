-- cast: ann kol
select throws_ok($$ select tests.notify(tests.id('ann'), 'gossip', 'x') $$, '23514',
  'new row for relation "notifications" violates check constraint "notifications_type_known"', 'no other type');
select throws_ok($$ select private.notify(tests.id('ann'), 'gossip') $$, '20000', 'case not found', 'no other event');
select lives_ok($$ select tests.notify(tests.id('ann'), type, 'x') from unnest(array['new_kol_match', 'payment_received',
  'order_update', 'dispute_update', 'review_received', 'campaign_match', 'application_update', 'invite_accepted',
  'profile_approved', 'file_removed', 'account_update']) type $$, 'all of these');
