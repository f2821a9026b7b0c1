-- Makes a brand whose order is charged back. Each run works off one due chargeback, in no order, so one that
-- always fails must not block the others.
-- cast: kol kol
create function pg_temp.charged(name text) returns void language sql as $$
  select tests.make_member(name, 'brand');
  select tests.make_order(tests.id(name), tests.id('kol'), 'funded');
  select tests.charge_back(tests.payment(), null, name)
$$;
select pg_temp.charged(name) from unnest(array['bad', 'one', 'two']) as name;
-- The failing chargeback is the oldest, and comes first in every other order in which a run could take them.
update private.chargebacks set created_at = now() - interval '200 days' where provider_ref = 'bad';
create function pg_temp.fail() returns trigger language plpgsql as $$
begin
  raise exception 'This one cannot end.';
end;
$$;
create trigger fail before update on private.chargebacks for each row when (OLD.provider_ref = 'bad') execute function pg_temp.fail();
create function pg_temp.runs(most int) returns table (ended int, failed int) language plpgsql as $$
begin
  ended := 0;
  failed := 0;
  -- Runs until all but the failing one are done, and the failing one was tried again.
  while failed = 0 or ended < 2 and most > 0 loop
    select r.ended + w.ended, r.failed + w.failed into ended, failed
    from (select runs.ended, runs.failed) as r, private.work_chargebacks(now() + interval '181 days') as w;
    most := most - 1;
  end loop;
  return next;
end;
$$;
create temporary table done as select * from pg_temp.runs(200);
select is((select ended from done), 2, 'every chargeback that is due has its turn, also after one that fails');
select cmp_ok((select failed from done), '>', 0, 'a chargeback that fails is counted');
select results_eq('select provider_ref, status, apportioned_at is not null from private.chargebacks order by provider_ref',
  $$ values ('bad', 'opened', false), ('one', 'lost', true), ('two', 'lost', true) $$, 'a chargeback that fails is unchanged, and the others end');

-- Only the one that fails is due from now on.
select tests.make_member('rich', 'brand');
select tests.make_order(tests.id('rich'), tests.id('kol'), 'completed');
select tests.charge_back(tests.payment(), null, 'owed');
update private.chargebacks set created_at = now() + interval '90 days' where provider_ref = 'owed';
select private.post_transfer('payment', array[private.platform_account('cash', 'USD', tests.id('rich')), w.id], array[-4000, 4000]), private.add_to_lot(w.id, null, 4000)
from private.member_account(tests.id('rich'), 'wallet', 'USD') as w (id);
select is(w.failed, 1, 'a chargeback that failed is tried again') from private.work_chargebacks(now() + interval '181 days') as w;
select is((select owed_minor from private.chargebacks where provider_ref = 'owed'), 6000::bigint, 'debts are paid also in a run in which a chargeback fails');
