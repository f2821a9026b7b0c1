-- cast: ann kol
select plan(6);
create temporary table ann as select user_id from public.profiles where id = tests.id('ann');
delete from private.sign_in_failures;
delete from private.sign_in_networks;
insert into private.sign_in_failures (user_id, proof, network, failures, since)
select user_id, 'factor', convert_to(what, 'UTF8'), 3, now() - age from ann, (values
  ('oldest', interval '3 days'), ('old', '1 day'), ('new', '1 day - 1 second')) as f (what, age);
insert into private.sign_in_networks (user_id, proof, network, seen_at)
select user_id, 'factor', convert_to(what, 'UTF8'), now() - age from ann, (values
  ('oldest', interval '99 days'), ('old', '90 days'), ('new', '90 days - 1 second')) as n (what, age);
create function pg_temp.kept() returns text language sql as $$
  select (select string_agg(convert_from(network, 'UTF8'), ', ' order by since) from private.sign_in_failures) || ' | '
    || (select string_agg(convert_from(network, 'UTF8'), ', ' order by seen_at) from private.sign_in_networks)
$$;
select is(private.purge_sign_ins(now(), 1), 2, 'a batch of each kind is deleted');
select is(pg_temp.kept(), 'old, new | old, new', 'the oldest failed attempts and networks are deleted first');
select is(private.run_due_work() ->> 'failed', '0', 'the due work deletes the other attempts and networks without a failure');
select is(pg_temp.kept(), 'new | new', 'failed attempts are kept while they count, and known networks for 90 days');
update private.settings set value = 48 where key = 'factor_window';
update private.sign_in_failures set since = now() - interval '25 hours';
select is(private.purge_sign_ins(now(), 9), 0, 'an attempt that counts for two days is not deleted after one');
update private.settings set value = 1 where key = 'known_network';
update private.sign_in_networks set seen_at = now() - interval '1 day';
select is(private.purge_sign_ins(now(), 9), 1, 'networks are kept as long as the setting says');
