-- cast: bob brand, ann kol
select tests.lift_limits();
create function pg_temp.noticed(who text) returns text[] language sql as $$
  select coalesce(array_agg(n.event order by n.event), '{}') from public.notifications n
  where n.user_id = tests.user_id(tests.id(who)) and n.event like 'offer%'
$$;
create temporary table made (of text, by text, id uuid);
insert into made select of, by, tests.make_offer(tests.id(by), tests.id(case by when 'bob' then 'ann' else 'bob' end))
from unnest(array['blocker', 'blocked', 'suspended', 'clock']) as of, unnest(array['bob', 'ann']) as by;
create function pg_temp.offer(offered text, author text) returns uuid language sql as $$
  select m.id from made m where m.of = offered and m.by = author
$$;
delete from public.notifications;

select tests.allowed('ann', $$ select public.withdraw_offer(pg_temp.offer('blocker', 'ann')) $$, 'an offer is withdrawn before a block');
select is(pg_temp.noticed('bob'), '{offer_withdrawn}', 'the other side is notified of a withdrawal before a block');
delete from public.notifications;

select tests.by('ann', $$ select public.block_member(tests.id('bob')) $$);
select tests.gets('ann', $$ select (public.decline_offer(pg_temp.offer('blocker', 'bob'))).status $$, 'declined', 'a member who blocks the other declines an offer');
select tests.gets('bob', $$ select (public.withdraw_offer(pg_temp.offer('blocked', 'bob'))).status $$, 'withdrawn', 'a blocked member withdraws an offer');
select tests.gets('bob', $$ select (public.decline_offer(pg_temp.offer('blocked', 'ann'))).status $$, 'declined', 'a blocked member declines an offer');
select is(pg_temp.noticed('ann') || pg_temp.noticed('bob'), '{}', 'a decline or withdrawal after a block notifies nobody');

update public.profiles set suspended_at = now() where id = tests.id('bob');
select tests.refused('bob', $$ select public.withdraw_offer(pg_temp.offer('suspended', 'bob')) $$, 'PT403', 'not_allowed', 'a suspended member cannot withdraw an offer');
select tests.refused('bob', $$ select public.decline_offer(pg_temp.offer('suspended', 'ann')) $$, 'PT403', 'not_allowed', 'a suspended member cannot decline an offer');
select is((select count(*) from public.offers where status = 'sent'), 4::bigint, 'the offers of a suspended member stay open');
select is((private.run_due_work(now() + interval '7 days')) ->> 'offers_expired', '4', 'the offers of a suspended member expire');
select is(pg_temp.noticed('ann'), '{offer_expired,offer_expired}', 'the clock notifies the author of an expired offer after a block as well');
