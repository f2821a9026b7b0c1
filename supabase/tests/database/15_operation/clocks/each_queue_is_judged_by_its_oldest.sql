-- Tests the queues of market_health: an entry that waits for ten minutes is too old, and the oldest entry decides.
-- cast: ann kol, bea brand
create function pg_temp.health(name text) returns text language sql as $$
  select concat_ws(' ', h.is_fine, h.detail) from private.market_health() as h where h.name = health.name
$$;
create function pg_temp.since(minutes int) returns timestamptz language sql as $$ select now() - make_interval(mins => minutes) $$;
delete from private.email_outbox;
select is(pg_temp.health('emails'), 't nothing waits', 'a queue without e-mails is fine');
select is(pg_temp.health('emails_given_up'), 't 0 in the last day', 'no e-mail was given up');
select private.notify(tests.id('ann'), 'profile_approved');
select private.notify(tests.id('bea'), 'profile_approved');
create function pg_temp.emails(wanted_status text, wanted_error text, ages interval[]) returns void language sql as $$
  update private.email_outbox o set status = wanted_status, last_error = wanted_error || ' ' || place,
    send_after = now() - age, claimed_at = now() - age
  from (select x.id, row_number() over (order by x.id) as place from private.email_outbox x) as n
    join unnest(ages) with ordinality as a (age, place) using (place)
  where o.id = n.id
$$;
select pg_temp.emails('waiting', null, '{11 minutes,1 minute}');
select is(pg_temp.health('emails'), 'f the oldest waits since ' || pg_temp.since(11), 'the queue of e-mails is judged by the oldest');
select pg_temp.emails('waiting', null, '{10 minutes,1 minute}');
select is(pg_temp.health('emails'), 'f the oldest waits since ' || pg_temp.since(10), 'an e-mail that waits for ten minutes waits too long');
select pg_temp.emails('waiting', null, '{9 minutes,1 minute}');
select is(pg_temp.health('emails'), 't the oldest waits since ' || pg_temp.since(9), 'an e-mail may wait for less than ten minutes');
update private.email_outbox set status = 'failed', last_error = 'no_address', claimed_at = now();
select is(pg_temp.health('emails_given_up'), 't 0 in the last day', 'an e-mail to an address that is gone is no failure');
select pg_temp.emails('failed', 'refused', '{1 hour,23 hours}');
select is(pg_temp.health('emails_given_up'), 'f 2 in the last day, among them: refused 2', 'e-mails that were given up are counted');
select pg_temp.emails('failed', 'refused', '{24 hours,25 hours}');
select is(pg_temp.health('emails_given_up'), 't 0 in the last day', 'e-mails that were given up count for a day');
select pg_temp.emails('claimed', null, '{9 minutes,9 minutes}');
select is(pg_temp.health('emails_given_up'), 't 0 in the last day', 'an e-mail may be with its sender for less than ten minutes');
select pg_temp.emails('claimed', null, '{9 minutes,10 minutes}');
select is(pg_temp.health('emails_given_up'), 'f 1 in the last day, among them: unanswered', 'an e-mail whose sender ended is lost, and counts as given up');
insert into private.file_removals (bucket_id, name, reason, due_at)
values ('attachments', 'a', 'rejected', now()), ('attachments', 'b', 'rejected', pg_temp.since(11));
select is(pg_temp.health('files'), 'f the oldest waits since ' || pg_temp.since(11), 'the queue of files is judged by the oldest removal');
delete from private.file_removals;
insert into private.file_inspections (bucket_id, name, version, claimed_type, due_at)
values ('attachments', 'a', '1', 'text/plain', now()), ('attachments', 'b', '1', 'text/plain', pg_temp.since(12));
select is(pg_temp.health('files'), 'f the oldest waits since ' || pg_temp.since(12), 'the queue of files is judged by the oldest inspection');
update private.file_inspections set due_at = now() - interval '10 minutes' + interval '1 microsecond';
select matches(pg_temp.health('files'), '^t ', 'a file may wait for less than ten minutes');
update private.file_inspections set status = 'fine';
select is(pg_temp.health('files'), 't nothing waits', 'an inspected file no longer waits');
create temporary table made as select tests.make_order(tests.id('bea'), tests.id('ann'), status) as id, status
from unnest(array['delivered', 'funded', 'completed']) as status;
update public.pack_orders o set due_at = case m.status when 'funded' then pg_temp.since(11) else now() end from made m where m.id = o.id;
select is(pg_temp.health('orders'), 'f the oldest waits since ' || pg_temp.since(11), 'the queue of orders is judged by the most overdue order');
update public.pack_orders o set due_at = case m.status when 'completed' then pg_temp.since(11) else now() end from made m where m.id = o.id;
select is(pg_temp.health('orders'), 't the oldest waits since ' || now(), 'an order that no clock moves is not overdue');
select private.clear_hold(h.id, now() + interval '30 days') from private.holds h;
select tests.by('ann', $$ select public.request_payout(1000, 'USD', tests.payout_method(), gen_random_uuid()) from generate_series(1, 2) $$, 'aal2');
alter table public.payouts disable trigger payouts_final;
update public.payouts set created_at = pg_temp.since(n::int * 3 * 24 * 60) from (select id, row_number() over () - 1 as n from public.payouts) as x where x.id = payouts.id;
select is(pg_temp.health('payouts'), 'f the oldest waits since ' || pg_temp.since(3 * 24 * 60), 'a queue of payouts is too old once its oldest has waited for three days');
update public.payouts set created_at = pg_temp.since(3 * 24 * 60 - 1);
alter table public.payouts enable trigger payouts_final;
select is(pg_temp.health('payouts'), 't the oldest waits since ' || pg_temp.since(3 * 24 * 60 - 1), 'a payout may wait for less than three days');
update public.profiles set frozen_at = now() where id = tests.id('ann');
select is(pg_temp.health('payouts'), 't nothing waits', 'a payout of a frozen member does not count');
update public.profiles set frozen_at = null where id = tests.id('ann');
select is((select count(*) from public.market_health()), (select count(*) from private.market_health()), 'the public function returns all checks of market health');
select is(pg_temp.health('due_work'), 'f never ran', 'due work that never ran is a failure');
