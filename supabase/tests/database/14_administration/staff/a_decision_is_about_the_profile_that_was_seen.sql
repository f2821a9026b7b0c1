-- cast: ann kol unapproved
select plan(36);
select tests.put_picture(tests.id('ann') || '/new.webp');
select tests.make_staff('sam');
create temporary table seen (shown_hash text);
insert into seen values (null);
create function pg_temp.look() returns void language sql as $$
  update seen set shown_hash = (select w.shown_hash from tests.profiles(list => 'approvals') w where w.id = tests.id('ann'))
$$;
create function pg_temp.refusal(act text, hash text) returns text language sql as $$
  select tests.refusal(format('select public.%I(%L, %L)', act, tests.id('ann'), hash))
$$;
select tests.act_as(tests.id('sam'));
select pg_temp.look();
select is(pg_temp.refusal(act, (select shown_hash from seen)), null, act || ' is accepted for the version of the profile that staff saw') from unnest(array['approve_profile', 'verify_profile']) as act;
select is((select shown_hash from tests.profiles('Ann')), (select shown_hash from seen), 'the search of staff shows the same version of a profile as the queue');
create function pg_temp.refusals_after(change text, by_ann boolean) returns text language plpgsql as $$
declare
  v_refusals text;
begin
  if by_ann then
    perform tests.act_as(tests.id('ann'));
  end if;
  execute 'update public.profiles set ' || change || ' where id = tests.id(''ann'')';
  perform tests.act_as(tests.id('sam'));
  v_refusals := concat_ws(' ', pg_temp.refusal('approve_profile', (select shown_hash from seen)), pg_temp.refusal('verify_profile', (select shown_hash from seen)));
  raise sqlstate 'KP003';
exception when sqlstate 'KP003' then
  return v_refusals;
end;
$$;
select tests.act_as_owner();
select is(pg_temp.refusals_after(change, true), 'profile_changed profile_changed', 'after a change by the member staff have to look again: ' || change)
from unnest(array[$$display_name = 'Vitalik'$$, $$bio = 'Official account.'$$, $$expertise = '{ghost writing}'$$,
  $$follower_counts = '{"x": 99999999}'$$, $$profile_image = id || '/new.webp'$$, $$channels = '{"x": "vitalik"}'$$, $$website = 'https://ann.example'$$,
  $$works = jsonb_build_array(jsonb_build_object('title', 'A film', 'image', id || '/new.webp', 'thumbnail', id || '/new.webp'))$$, $$language = 'tr'$$, $$other_languages = '{tr}'$$,
  $$categories = '{nft}'$$, $$platforms = '{x,youtube}'$$, $$role = 'brand'$$]) as change;
select is(pg_temp.refusals_after($$rejected_at = now(), rejection_reason = 'Not you.'$$, false), 'profile_changed profile_changed', 'after a rejection by a colleague staff have to look again');
select is(pg_temp.refusals_after('is_verified = true', false), 'profile_changed', 'after a colleague gave a badge staff have to look again');
select is(pg_temp.refusals_after('verification_pending = true', false), 'profile_changed profile_changed', 'when a badge waits for a decision staff have to look again');
select is(pg_temp.refusals_after(change, false), '', 'after a change by others staff need not look again: ' || change)
from unnest(array['rating = 4, review_count = 1', 'completed_orders = 3', $$trust_level = 'normal'$$, 'invites_left = 1',
  $$locale = 'es'$$, 'updated_at = now() + interval ''1 hour''']) as change;
select tests.by('ann', $$ update public.profiles set display_name = 'Someone Else' where id = tests.id('ann') $$);
select tests.act_as(tests.id('sam'));
select is(pg_temp.refusal('approve_profile', (select shown_hash from seen)), 'profile_changed', 'an approval of a changed profile is refused');
select is((select is_approved from tests.profiles('Someone Else')), false, 'a refused approval approves nothing');
select is(pg_temp.refusal('approve_profile', null), null, 'an approval without a version approves the present profile');
select is(pg_temp.refusal('verify_profile', null), 'profile_changed', 'a verification without a version is refused');
select pg_temp.look();
select public.verify_profile(tests.id('ann'), (select shown_hash from seen));
select is(pg_temp.refusal('decline_verification', hash), 'profile_changed', 'a badge that a colleague gave since is not removed by a request with ' || given)
from seen, lateral (values (shown_hash, 'an older version'), (null, 'none')) as v (hash, given);
select pg_temp.look();
select is(pg_temp.refusal('decline_verification', (select shown_hash from seen)), null, 'a badge can be removed from the version that was seen');
select public.approve_profile(tests.id('ann'), (select shown_hash from seen));
select is((select is_approved from tests.profiles('Someone Else')), true, 'an approval after a second look succeeds');
select lives_ok($$ select public.approve_profile(tests.id('ann'), 'another') $$, 'a repeated approval is accepted with any version');
select tests.act_as_owner();
create temporary table written as
select a.attname, format_type(a.atttypid, null) as type from pg_attribute a
where a.attrelid = 'public.profiles'::regclass and has_column_privilege('authenticated', a.attrelid, a.attname, 'update') and a.attname <> 'locale';
select is_empty($$ select attname from written
  where not exists (select from pg_attribute s where s.attrelid = 'public.staff_profile'::regclass and s.attname = written.attname) $$,
  'staff read every column of a profile that its member writes');
select set_eq($$
  select jsonb_object_keys(private.described(p)) from jsonb_populate_record(null::public.profiles, (
    select jsonb_object_agg(attname, case type when 'boolean' then to_jsonb(true) when 'text' then to_jsonb('x'::text) else '["x"]' end) from written)) as p
$$, 'select attname::text from written', 'a version of a profile has every column that its member writes');
