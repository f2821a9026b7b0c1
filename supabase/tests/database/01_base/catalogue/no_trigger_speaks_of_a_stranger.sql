-- Tests triggers before an insert, which run before the policy refuses a row for another member: their refusals
-- must tell nothing about that member.
-- cast: ann kol, cid kol, bob brand, dee brand
select plan(6);
select set_eq($$ select t.tgname::text from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgtype & 7 = 7
      and has_any_column_privilege('authenticated', c.oid, 'insert') and pg_get_triggerdef(t.oid) !~ 'my_profile_id' and t.tgfoid <> 'private.refuse_long_list'::regproc $$,
  -- These triggers read no other rows: the first takes the sender from the session, two compare the id of the
  -- row as its primary key does, the rest read the form of the row.
  array['messages_prepare', 'campaigns_check_watcher_id', 'saved_searches_check_watcher_id', 'packs_are_plain', 'campaigns_are_plain', 'brief_templates_are_plain'], 'each trigger before an insert by members reads only rows of their own');

-- Lowers every limit, so that no member may add a row.
select tests.make_pack(tests.id('ann'));
insert into public.campaigns (brand_id, title, body, budget_minor, deadline) values (tests.id('bob'), 'Launch', 'Brief.', 1000, now() + interval '9 days');
update private.settings set value = 0, min_value = 0
where key in ('packs_per_creator', 'saved_searches_per_member', 'campaign_drafts_per_brand', 'brief_templates_per_brand');
create function pg_temp.refusals(name text, of_whom text) returns text[] language plpgsql as $$
declare
  v_found text[];
begin
  perform tests.act_as(tests.id(name));
  v_found := array[
    tests.refusal(format('insert into public.packs (kol_id, title, platform, price_minor, currency, delivery_days) values (%L, ''One thread'', ''x'', 10000, ''USD'', 7)', tests.id(of_whom))),
    tests.refusal(format('insert into public.saved_searches (profile_id, name) values (%L, ''All'')', tests.id(of_whom))),
    tests.refusal(format('insert into public.campaigns (brand_id, title, body, budget_minor, deadline) values (%L, ''Launch'', ''Brief.'', 1000, now() + interval ''9 days'')', tests.id(of_whom))),
    tests.refusal(format('insert into public.brief_templates (brand_id, name) values (%L, ''Launch'')', tests.id(of_whom)))];
  perform tests.act_as_owner();
  return v_found;
end;
$$;
create temporary table policy as select array_agg(format('new row violates row-level security policy for table "%s"', t) order by n) as refusals
from unnest(array['packs', 'saved_searches', 'campaigns', 'brief_templates']) with ordinality as l (t, n);
select is(pg_temp.refusals('cid', 'ann'), refusals, 'a refusal tells a creator nothing about another creator''s rows') from policy;
select is(pg_temp.refusals('dee', 'bob'), refusals, 'a refusal tells a brand nothing about another brand''s rows') from policy;
select is(pg_temp.refusals('cid', 'bob'), refusals, 'a refusal tells nobody which role another member has') from policy;
select is((pg_temp.refusals('ann', 'ann'))[1:2], array['packs_full', 'too_many_saved_searches'], 'a creator at a limit is told which limit it is');
select is((pg_temp.refusals('bob', 'bob'))[3:4], array['campaign_drafts_full', 'brief_templates_full'], 'a brand at a limit is told which limit it is');
