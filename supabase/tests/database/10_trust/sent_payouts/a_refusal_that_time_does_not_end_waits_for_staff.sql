-- cast: brand brand, ann kol, sam staff, sue staff
select tests.earn('ann');
create temporary table p as select tests.send_later('ann', 4000) as id;
create function pg_temp.id() returns uuid language sql security definer as $$ select id from p $$;
create function pg_temp.claimed() returns setof int language sql as $$
  select c.attempt from private.claim_payouts('{sandbox}', 10, now() + interval '2 days') as c $$;
select pg_temp.claimed();
select public.retry_payout(pg_temp.id(), 1, 'resource_missing', false);
select is_empty('select pg_temp.claimed()', 'a payout that waits for staff is not sent again by itself');
select tests.finds('sam', 'select kept_because, problem from tests.payouts()', $$ values ('refused', 'resource_missing') $$, 'staff read what the provider said');
select tests.allowed('sam', $$ select public.release_payouts('The key was the old one.', pg_temp.id()) $$, 'staff release a payout that the provider refused');
select results_eq('select pg_temp.claimed()', 'values (2)', 'the next attempt of a refused payout is made after a release');
select public.retry_payout(pg_temp.id(), 2, 'resource_missing', false);
select is_empty('select pg_temp.claimed()', 'a release is valid for one attempt');
select tests.decide_by_two('sam', 'sue', 'record_payout_failed', jsonb_build_object('payout_id', pg_temp.id(), 'reason', 'No such account.'));
select is((select status from public.payouts), 'failed', 'two members of staff can cancel a payout that was refused');
