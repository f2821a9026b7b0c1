-- cast: ann kol unapproved
select plan(24);
select tests.put_picture(tests.id('ann') || '/new.webp');
select tests.make_staff('sam');
create temporary table seen (shown_hash text);
insert into seen values (null);
grant select, update on seen to authenticated;
create function pg_temp.look() returns void language sql as $$
  update seen set shown_hash = (select w.shown_hash from public.waiting_profiles() w where w.id = tests.id('ann'))
$$;
create function pg_temp.refusal(act text, hash text) returns text language plpgsql as $$
begin
  execute format('select public.%I(%L, %L)', act, tests.id('ann'), hash);
  raise sqlstate 'KP002';
exception when sqlstate 'KP002' then
  return null;
when sqlstate 'PT409' then
  return sqlerrm;
end;
$$;
grant execute on function pg_temp.look, pg_temp.refusal to authenticated;
select tests.act_as(tests.id('sam'));
select pg_temp.look();
select is(pg_temp.refusal(act, (select shown_hash from seen)), null, act || ': what was seen') from unnest(array['approve_profile', 'verify_profile']) as act;
select is((select shown_hash from public.find_profiles('Ann')), (select shown_hash from seen), 'the search shows the same');
create function pg_temp.refusals_after(change text) returns text language plpgsql as $$
declare
  v_refusals text;
begin
  perform tests.act_as(tests.id('ann'));
  execute 'update public.profiles set ' || change || ' where id = tests.id(''ann'')';
  perform tests.act_as(tests.id('sam'));
  v_refusals := concat_ws(' ', pg_temp.refusal('approve_profile', (select shown_hash from seen)), pg_temp.refusal('verify_profile', (select shown_hash from seen)));
  raise sqlstate 'KP003';
exception when sqlstate 'KP003' then
  return v_refusals;
end;
$$;
select tests.act_as_owner();
select is(pg_temp.refusals_after(change), 'profile_changed profile_changed', change)
from unnest(array[$$display_name = 'Vitalik'$$, $$bio = 'Official account.'$$, $$expertise = '{ghost writing}'$$,
  $$follower_counts = '{"x": 99999999}'$$, $$profile_image = id || '/new.webp'$$, $$language = 'tr'$$,
  $$categories = '{nft}'$$, $$platforms = '{x,youtube}'$$, $$role = 'brand'$$]) as change;
select tests.act_as_owner();
-- Changes by others or by time do not require another look.
create function pg_temp.refusals_despite(change text) returns text language plpgsql as $$
declare
  v_refusals text;
begin
  execute 'update public.profiles set ' || change || ' where id = tests.id(''ann'')';
  perform tests.act_as(tests.id('sam'));
  v_refusals := concat_ws(' ', pg_temp.refusal('approve_profile', (select shown_hash from seen)), pg_temp.refusal('verify_profile', (select shown_hash from seen)));
  raise sqlstate 'KP003';
exception when sqlstate 'KP003' then
  return v_refusals;
end;
$$;
select is(pg_temp.refusals_despite(change), '', change)
from unnest(array['rating = 4, review_count = 1', 'completed_orders = 3', $$trust_level = 'normal'$$, 'invites_left = 1',
  $$locale = 'es'$$, 'updated_at = now() + interval ''1 hour''', 'verification_pending = true']) as change;
select tests.act_as(tests.id('ann'));
update public.profiles set display_name = 'Someone Else' where id = tests.id('ann');
select tests.act_as(tests.id('sam'));
select is(pg_temp.refusal('approve_profile', (select shown_hash from seen)), 'profile_changed', 'refused');
select is((select is_approved from public.find_profiles('Someone Else')), false, 'and nothing is done');
select is(pg_temp.refusal('approve_profile', null), null, 'without a hash it is approved as it is');
select pg_temp.look();
select public.approve_profile(tests.id('ann'), (select shown_hash from seen));
select is((select is_approved from public.find_profiles('Someone Else')), true, 'once it was looked at again it is approved');
select lives_ok($$ select public.approve_profile(tests.id('ann'), 'another') $$, 'twice is once, whatever was seen');
