-- cast: bob brand, ann kol, ben kol, cid kol, dan kol
select tests.act_as(tests.id('bob'));
insert into public.campaigns (title, body, budget_minor, deadline, creators_sought) values ('Launch', 'Tell it.', 10000, now() + interval '7 days', 3);
select public.publish_campaign(id) from public.campaigns;
select tests.by(name, 'select public.apply_to_campaign(c.id, price_minor => 8000) from public.campaigns c') from unnest(array['ann', 'ben', 'cid', 'dan']) as name;
create temporary table seen as select c from public.campaigns c;
grant select on seen to authenticated;
create function pg_temp.waiting(name text) returns int language plpgsql as $$
begin
  perform tests.act_as(tests.id(name));
  return (select public.applications_waiting(s.c) from seen s);
end;
$$;
select is(pg_temp.waiting('bob'), 4, 'a brand reads how many applications wait for its answer');
select tests.by('ann', 'select public.withdraw_application(id) from public.campaign_applications');
select tests.by('bob', $$ select public.decline_application(a.id, a.terms_hash) from public.campaign_applications a where a.kol_id = tests.id('ben') $$);
select is(pg_temp.waiting('bob'), 2, 'applications that were withdrawn or answered do not wait');
select is(pg_temp.waiting('cid'), 1, 'a creator counts no application of others');
select is(pg_temp.waiting('ben'), 0, 'nobody can count applications that they cannot read, even with an invented row');
