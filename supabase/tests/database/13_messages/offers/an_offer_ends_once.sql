-- cast: bob brand, ann kol, eve kol
select plan(33);
select tests.lift_limits();
create function pg_temp.end_it(how text) returns text language plpgsql as $$
begin
  case how
    when 'accept' then perform public.accept_offer(o.id, o.terms_hash) from public.offers o where o.id = tests.offer_id();
    when 'decline' then perform public.decline_offer(tests.offer_id());
    when 'withdraw' then perform public.withdraw_offer(tests.offer_id());
    when 'counter' then perform public.make_offer(o.conversation_id, 'One thread', 'Less.', 9000, 'USD', 7, 2, gen_random_uuid(), counters_id => o.id)
      from public.offers o where o.id = tests.offer_id();
    when 'expire' then perform private.run_due_work(private.clock());
  end case;
  return (select o.status from public.offers o where o.id = tests.offer_id());
end;
$$;
-- Lists the ways in which an offer of Bob to Ann can end.
create temporary table ways (how text, who text, status text);
insert into ways values ('accept', 'ann', 'accepted'), ('decline', 'ann', 'declined'), ('withdraw', 'bob', 'withdrawn'), ('counter', 'ann', 'countered'), ('expire', 'bob', 'expired');
create function pg_temp.outcome(first text, first_who text, second text, second_who text) returns text language plpgsql as $$
begin
  perform tests.act_as_owner();
  perform tests.make_offer(tests.id('bob'), tests.id('ann'));
  perform tests.move_time_as(tests.id(first_who), case first when 'expire' then now() + interval '7 days' end);
  perform pg_temp.end_it(first);
  perform tests.move_time_as(tests.id(second_who));
  return pg_temp.end_it(second);
exception when sqlstate 'PT403' or sqlstate 'PT409' then
  return sqlerrm;
end;
$$;
-- A repeated act changes nothing and is not refused; the other side's act cannot be undone.
select is(pg_temp.outcome(f.how, f.who, s.how, s.who),
  case when f.how = s.how and f.how in ('accept', 'decline', 'withdraw') then f.status else 'offer_not_open' end,
  format('an offer ends once: %s, then %s', f.how, s.how))
from ways f, ways s where s.how <> 'expire' order by f.how, s.how;

-- Tests who may end an offer.
select tests.act_as_owner();
select tests.make_offer(tests.id('bob'), tests.id('ann'));
select tests.move_time_as(tests.id('bob'));
select throws_ok(format('select pg_temp.end_it(%L)', how), 'PT403', 'not_allowed', format('an author cannot %s their own offer', how))
from unnest(array['accept', 'decline', 'counter']) as how;
select tests.move_time_as(tests.id('ann'));
select throws_ok($$ select pg_temp.end_it('withdraw') $$, 'PT403', 'not_allowed', 'a member cannot withdraw the offer of another');
select tests.move_time_as(tests.id('eve'));
select throws_ok(format('select pg_temp.end_it(%L)', how), 'PT403', 'not_allowed', format('a stranger cannot %s an offer', how))
from unnest(array['accept', 'decline', 'withdraw', 'counter']) as how;

-- An offer ends at its time.
select tests.refused('ann', $$ select pg_temp.end_it('accept') $$, 'PT409', 'offer_not_open', 'an offer cannot be accepted after its time, even before the clock runs', at => now() + interval '7 days');
select is((private.run_due_work(now() + interval '7 days' - interval '1 second')) ->> 'offers_expired', '0', 'an offer does not expire a second early');
create temporary table due as select count(*) from public.offers where status = 'sent';
select is((private.run_due_work(now() + interval '7 days')) ->> 'offers_expired', (select count::text from due), 'the clock expires every offer that is due');
select is((select count(*) from public.notifications n join public.offers o on o.id = (n.data ->> 'offer_id')::uuid
  where n.event = 'offer_expired' and n.user_id = tests.user_id(o.author_id)), (select count(*) from public.offers where status = 'expired'), 'the author of each expired offer is notified once');
select is((private.run_due_work(now() + interval '7 days')) ->> 'offers_expired', '0', 'an expired offer does not expire again');
