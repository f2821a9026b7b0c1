-- cast: bob brand, sam staff
select tests.act_as(tests.id('bob'));
create function pg_temp.refused_by(statement text) returns text language plpgsql as $$
declare
  v_constraint text;
begin
  execute statement;
  return null;
exception when check_violation then
  get stacked diagnostics v_constraint = constraint_name;
  return v_constraint;
end;
$$;
create function pg_temp.campaign(deadline text) returns text language sql as $$
  select pg_temp.refused_by(format('insert into public.campaigns (title, body, budget_minor, deadline) values (%L, %L, 10000, %L)', 'Launch', 'x', deadline))
$$;
create function pg_temp.invite(expires_at text) returns text language sql as $$
  select pg_temp.refused_by(format('select public.create_invite(expires_at => %L)', expires_at))
$$;
select is(pg_temp.campaign('infinity'), 'campaigns_deadline_within_a_year', 'a campaign ends');
select is(pg_temp.campaign('-infinity'), 'campaigns_deadline_after_creation', 'and begins before');
select is(pg_temp.campaign((now() - interval '1 hour')::text), 'campaigns_deadline_after_creation', 'not in the past');
select is(pg_temp.campaign((now() + interval '367 days')::text), 'campaigns_deadline_within_a_year', 'within a year');
select is(pg_temp.campaign((now() + interval '366 days')::text), null, 'the last day counts');
select throws_ok($$ update public.campaigns set deadline = 'infinity' $$, '23514', null, 'nor is it put off for ever');
select throws_ok($$ update public.campaigns set budget_minor = 9223372036854774784 $$, '23514', null, 'a budget is not all the money there is');
select tests.act_as(tests.id('sam'));
select is(pg_temp.invite('infinity'), 'invites_expire_within_ten_years', 'an invite ends');
select is(pg_temp.invite('-infinity'), 'invites_expire_after_creation', 'and begins before');
select is(pg_temp.invite((now() + interval '3650 days')::text), null, 'after ten years at the latest');
select throws_ok('select public.create_invite(max_uses => 2147483647)', '23514', null, 'and lets in a million at most');
