-- cast: bob brand, sam staff
select tests.act_as(tests.id('bob'));
insert into public.campaigns (title, body, budget_minor, deadline) values ('Launch', 'x', 10000, now() + interval '1 day');
select is(tests.refusal(format('insert into public.campaigns (title, body, budget_minor, deadline) values ($$Launch$$, $$x$$, 10000, %L)', deadline)),
  expected, description) from (values
  ('infinity', 'campaigns_deadline_within_a_year', 'a new campaign cannot be open for ever'),
  ('-infinity', 'campaigns_deadline_after_creation', 'the deadline of a new campaign cannot be minus infinity'),
  ((now() - interval '1 hour')::text, 'campaigns_deadline_after_creation', 'the deadline of a new campaign cannot be in the past'),
  ((now() + interval '367 days')::text, 'campaigns_deadline_within_a_year', 'the deadline of a new campaign cannot be 367 days away'),
  ((now() + interval '366 days')::text, null, 'the deadline of a new campaign can be 366 days away')
) as cases (deadline, expected, description);
select throws_ok($$ update public.campaigns set deadline = 'infinity' $$, '23514', null, 'a campaign cannot be extended for ever');
select throws_ok($$ update public.campaigns set budget_minor = 9223372036854774784 $$, '23514', null, 'the budget of a campaign has an upper bound');
select tests.act_as(tests.id('sam'));
select is(tests.refusal(format('select public.create_invite(expires_at => %L)', expires_at)), expected, description) from (values
  ('infinity', 'invites_expire_within_ten_years', 'an invite cannot be valid for ever'),
  ('-infinity', 'invites_expire_after_creation', 'an invite cannot expire before it is issued'),
  ((now() + interval '3650 days')::text, null, 'an invite can be valid for ten years')
) as cases (expires_at, expected, description);
select tests.act_as_owner();
select throws_ok($$ insert into public.invites (code, max_uses) values ('TOO-MANY-USES', 1000001) $$, '23514', null, 'the number of uses of an invite has an upper bound');
