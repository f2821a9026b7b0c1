-- cast: bob brand, ann kol
select plan(15);
select tests.make_order(tests.id('bob'), tests.id('ann'), 'expired');
update public.profiles set bio = 'Mine', profile_image = id || '/a.png', follower_counts = '{"x": 5}', channels = '{"x": "bob"}', website = 'https://bob.example', other_languages = '{tr}',
  works = jsonb_build_array(jsonb_build_object('title', 'A film', 'image', id || '/a.png', 'thumbnail', id || '/a.png')), is_verified = true where id = tests.id('bob');
create function pg_temp.fill_in(column_name text, value text) returns void language plpgsql as $$
begin
  execute format('update public.profiles set %I = %L where id = tests.id(''bob'')', column_name, value);
end;
$$;
select pg_temp.fill_in(list, private.words(list)::text) from json_object_keys(private.member_lists()) as list
union all select pg_temp.fill_in(f.column_name, 'true') from private.scalar_filters() f where f.type = 'boolean' and f.by_creator;
insert into public.saved_searches (profile_id, name, filters) values (tests.id('bob'), 'Mine', '{}');
insert into public.shortlist (brand_id, creator_id, note) values (tests.id('bob'), tests.id('ann'), 'Mine');
insert into public.brief_templates (brand_id, name, message) values (tests.id('bob'), 'Launch', 'Mine');
insert into public.email_preferences (profile_id, type, mode) values (tests.id('bob'), 'order_update', 'off');
insert into public.member_blocks (blocker_id, blocked_id) values (tests.id('bob'), tests.id('ann'));
select private.notify(tests.id('bob'), 'creator_matched');
select tests.make_pack(tests.id('ann'));
update public.profiles set is_approved = false, rejected_at = now(), rejection_reason = 'A name of another.' where id = tests.id('ann');
create temporary table before as select user_id from public.profiles where id = tests.id('bob');
select tests.allowed('bob', 'select public.delete_my_account()', 'a member deletes the account');
select tests.allowed('ann', 'select public.delete_my_account(); select public.delete_my_account()', 'a repeated request finds the account deleted');
select is_empty(format('select 1 from %s where %s = tests.id(''bob'')', relation, field), 'a deletion removes the rows of ' || relation)
from (values ('public.saved_searches', 'profile_id'), ('public.shortlist', 'brand_id'), ('public.brief_templates', 'brand_id'),
  ('public.email_preferences', 'profile_id'), ('private.email_outbox', 'profile_id'), ('public.member_blocks', 'blocker_id'),
  ('public.members', 'id')) as r (relation, field);
select is_empty($$ select 1 from public.notifications n join before b on b.user_id = n.user_id $$, 'a deletion removes the notifications');
select is_empty('select 1 from auth.users u join before b on b.user_id = u.id', 'a deletion removes the user');
select results_eq($$
  select user_id, display_name, bio, language, platforms, follower_counts, profile_image, referral_code, is_verified, is_approved, deleted_at
  from public.profiles where id = tests.id('bob')
$$, $$ values (null::uuid, 'Former member', '', null, '{}'::text[], '{}'::jsonb, null, null, false, false, now()) $$,
  'the profile of a former member has no personal data');
select is((select rejection_reason from public.profiles where id = tests.id('ann')), null, 'a former member has no stored reason of a rejection');
select results_eq('select is_published from public.packs', '{f}'::boolean[], 'a deletion unpublishes the packs that were ordered, and removes the others');
select is(private.described(p) - '{role,display_name}'::text[], '{}', 'the profile of a former member contains no words of the member')
from public.profiles p where p.id = tests.id('bob');
