-- cast: brand brand, other brand, kol kol, sam staff, buyer brand
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
create temporary table stolen as select (tests.payment()).*;
select tests.make_order(tests.id('other'), tests.id('kol'), 'completed', 5000);
select private.run_due_work(now() + interval '15 days') from generate_series(1, 2);
select is(tests.balance(tests.id('kol'), 'available'), 13500::bigint, 'the earnings of two orders are available');
create function pg_temp.report(status text, ref text default 'dp') returns void language sql security definer as $$
  select private.record_provider_dispute('sandbox', provider_ref, ref, report.status, 10000, 'USD') from stolen
$$;
create function pg_temp.request(amount bigint) returns uuid language sql as $$
  select (public.request_payout(amount, 'USD', tests.payout_method(), gen_random_uuid())).id
$$;
create temporary table payout (name text, id uuid);

-- The payout was requested before the dispute, and nobody has begun to send it.
select tests.by('kol', $$ insert into payout values ('early', pg_temp.request(6000)) $$, 'aal2');
select pg_temp.report('opened');
select tests.refused('kol', 'select pg_temp.request(1)', 'PT409', 'payout_disputed', 'disputed earnings cannot be paid out', 'aal2');
select tests.refused('sam', $$ select public.take_payout(id) from payout $$, 'PT409', 'payout_disputed',
  'staff cannot take a payout that includes disputed earnings', 'aal2');
select throws_ok($$ select private.settle_payout(id, 'SEPA 1') from payout $$, 'PT409', 'payout_disputed', 'a provider cannot send a payout that includes disputed earnings');
select tests.allowed('kol', 'select public.withdraw_payout(id) from payout', 'a creator can withdraw a payout that includes disputed earnings', 'aal2');
select tests.refused('kol', 'select pg_temp.request(4501)', 'PT409', 'payout_disputed', 'a payout of one unit more than the undisputed earnings is refused', 'aal2');
select tests.by('kol', $$ insert into payout values ('others', pg_temp.request(4500)) $$, 'aal2');
select tests.allowed('sam', $$ select public.take_payout(id) from payout where name = 'others' $$, 'staff can take a payout of undisputed earnings', 'aal2');
select tests.allowed('sam', $$ select public.record_payout_sent(id, 'SEPA 2') from payout where name = 'others' $$,
  'staff can record a payout of undisputed earnings as sent', 'aal2');

-- The dispute is won: the disputed part is available again.
select pg_temp.report('won');
select tests.by('kol', $$ insert into payout values ('free', pg_temp.request(4000)); insert into payout values ('taken', pg_temp.request(2000)) $$, 'aal2');
select tests.allowed('sam', $$ select public.take_payout(id) from payout where name = 'taken' $$, 'staff can take a payout after the dispute is won', 'aal2');
select pg_temp.report('opened', 'again');
select tests.refused('sam', $$ select public.take_payout(id) from payout where name = 'taken' $$, 'PT409', 'payout_disputed',
  'staff cannot read the account again of a payout whose earnings became disputed', 'aal2');

-- The dispute is lost: after a week for staff to decide, the earnings that are still there are taken.
select is(tests.balance(tests.id('kol'), 'available'), 3000::bigint, 'payouts that are not sent are not available');
create function pg_temp.loses(profile uuid) returns setof text language sql as $$
  select unnest(tests.locked_rows($q$ select private.apportion_chargeback(c, false, now()) from private.chargebacks c where provider_ref = 'again' $q$, 'public.payouts')) $$;
select set_eq('select * from pg_temp.loses(tests.id($$kol$$))', $$ select id::text from payout where name = 'free' $$, 'a lost dispute locks the payouts that can be stopped');
select pg_temp.report('lost', 'again');
select is((select apportioned_at from private.chargebacks where provider_ref = 'again'), null, 'a lost dispute waits for the decision of staff');
select private.run_due_work(now() + interval '8 days');
select results_eq($$ select creator_minor, loss_minor from private.chargebacks where provider_ref = 'again' $$, $$ values (7000::bigint, 3000::bigint) $$,
  'a lost dispute takes all earnings that were not paid out');
select results_eq($$ select x.name, p.status, p.failure_reason from payout x join public.payouts p using (id) where x.name in ('free', 'taken') order by 1 $$,
  $$ values ('free', 'failed', 'chargeback'), ('taken', 'requested', null) $$, 'a lost dispute stops the payout that nobody was sending');
select is(tests.balance(tests.id('kol'), 'available'), 0::bigint, 'a lost dispute leaves nothing available');
select results_eq($$ select u.id from public.notifications n join public.profiles u on u.user_id = n.user_id where n.event = 'earnings_taken_back' $$,
  array[tests.id('kol')], 'only the creator receives a notice of earnings that were taken');
select tests.allowed('sam', $$ select public.record_payout_sent(id, 'SEPA 3') from payout where name = 'taken' $$,
  'a payout that staff were sending is recorded as sent', 'aal2');

-- The lost dispute is won after all.
select pg_temp.report('won', 'again');
select is(tests.balance(tests.id('kol'), 'available'), 7000::bigint, 'a dispute that is won later makes the earnings available again');
select is((select amount_minor from private.holds where order_id = (select order_id from stolen)), 9000::bigint, 'returned earnings count as earned with their order');
select pg_temp.report('opened', 'third');
select tests.refused('kol', 'select pg_temp.request(1)', 'PT409', 'payout_disputed', 'another dispute stops returned earnings', 'aal2');

-- A trusted creator keeps the earnings within the market's bounds: nothing is taken, and no payout is cancelled.
select pg_temp.report('won', 'third');
update public.profiles set trust_level = 'trusted' where id = tests.id('kol');
update public.profiles set frozen_at = null where id = tests.id('brand');
select tests.make_order(tests.id('buyer'), tests.id('kol'), 'completed', 500000);
update private.holds set cleared_at = now() where order_id = tests.order_id();
select tests.by('kol', $$ insert into payout values ('kept', pg_temp.request(7000)) $$, 'aal2');
select pg_temp.report('opened', 'fourth');
select pg_temp.report('lost', 'fourth');
select results_eq($$ select creator_minor, loss_minor from private.chargebacks where provider_ref = 'fourth' $$, $$ values (0::bigint, 10000::bigint) $$,
  'a lost dispute within the bounds is the market''s loss');
select is((select sum(amount_minor) from private.borne_losses), 7000::numeric, 'the market bears the loss of the earnings that were not paid out before');
select is((select status from public.payouts join payout using (id) where name = 'kept'), 'requested', 'a payout continues when the market bears the loss');

-- Tests to the last unit how much of the earnings can be taken.
select is(private.takeable_minor(tests.order_id(), tests.id('kol')), 7000::bigint, 'earnings that were paid out cannot be taken');
select is(private.takeable_minor(tests.order_id(), tests.id('brand')), 0::bigint, 'nothing can be taken from a member without earnings');
update public.payouts set taken_at = now() where id = (select id from payout where name = 'kept');
select is(private.takeable_minor(tests.order_id(), tests.id('kol')), 0::bigint, 'earnings in a payout that staff are sending cannot be taken');
