-- cast: ann kol, ben kol
insert into private.standings (profile_id, invites_for) values (tests.id('ann'), 0), (tests.id('ben'), 2);
create function pg_temp.invites(invites int, invites_for int, counted int, step int default 3) returns text language plpgsql as $$
declare
  v_profile tid;
  v_kept tid;
  v_standing private.standings;
begin
  update private.settings set value = step where key = 'invite_quota_step';
  update public.profiles p set invites_left = invites where p.id = tests.id('ann') returning p.ctid into v_profile;
  update private.standings s set invites_for = invites.invites_for where s.profile_id = tests.id('ann') returning s.* into v_standing;
  v_kept := (select s.ctid from private.standings s where s.profile_id = tests.id('ann'));
  perform private.reassess_invites(v_standing, counted);
  return (select p.invites_left || ' for ' || s.invites_for || case when p.ctid = v_profile and s.ctid = v_kept then '' else ', written' end
    from public.profiles p join private.standings s on s.profile_id = p.id where p.id = tests.id('ann'));
end;
$$;
select is(pg_temp.invites(invites, invites_for, counted, step), wanted,
  format('a member with %s invites for %s of now %s counterparties, at %s each, has: %s', invites, invites_for, counted, step, wanted))
from (values
  (5, 0, 1, 3, '8 for 1, written'), (5, 1, 3, 3, '11 for 3, written'), (17, 1, 2, 3, '20 for 2, written'), (19, 1, 2, 3, '20 for 2, written'),
  (20, 1, 2, 3, '20 for 2, written'), (25, 1, 2, 3, '25 for 2, written'), (5, 2, 2, 3, '5 for 2'), (4, 3, 0, 3, '1 for 2, written'),
  (9, 3, 1, 3, '3 for 1, written'), (3, 1, 0, 3, '0 for 0, written'), (2, 3, 0, 3, '2 for 3'), (1, 1, 0, 1, '0 for 0, written'),
  (5, 3, 0, 0, '5 for 3'), (5, 3, 4, 0, '5 for 4, written')
) as cases (invites, invites_for, counted, step, wanted);
select results_eq($$ select p.invites_left, s.invites_for from public.profiles p join private.standings s on s.profile_id = p.id
  where p.id = tests.id('ben') $$, 'values (5, 2)', 'the invites of other members are unchanged');

-- Tests that invites are given for counterparties less demerits, and never taken when there are more demerits.
update private.settings set value = 3 where key = 'invite_quota_step';
select tests.make_member('brand ' || n, 'brand') from generate_series(1, 3) as n;
insert into private.holds (order_id, profile_id, currency, amount_minor, fees_minor, due_at, cleared_at)
select tests.put_order(tests.id('brand ' || n), tests.id('ben')), tests.id('ben'), 'USD', 45000, 5000, now(), now() from generate_series(1, 3) as n;
insert into private.demerits select tests.id('brand 1'), id, 'late', now() from public.pack_orders limit 1;
insert into private.demerits select tests.id('ben'), id, 'dispute_lost', now() from public.pack_orders limit 1;
update private.settings set value = 1 where key = 'demerit_dispute_lost';
update private.standings set invites_for = 0 where profile_id = tests.id('ben');
select private.reassess(tests.id(name), now()) from unnest(array['ben', 'brand 1']) as name;
select results_eq($$ select invites_left, invites_for from public.profiles p join private.standings s on s.profile_id = p.id where p.id = tests.id('ben') $$,
  'values (11, 2)', 'a member receives invites for counterparties less demerits');
select results_eq($$ select invites_left, invites_for from public.profiles p join private.standings s on s.profile_id = p.id where p.id = tests.id('brand 1') $$,
  'values (5, 0)', 'a member with as many demerits as counterparties receives no invites');
