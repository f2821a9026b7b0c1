select tests.sign_up(name || '@kolpact.test', metadata || '{"invite_code": "TESTS-INVITE"}', confirmed) from (values
  ('bob', '{"role": "brand"}'::jsonb, true), ('bea', '{"role": "brand"}', false), ('ann', '{}', true)) as people (name, metadata, confirmed);
insert into tests.people
select split_part(u.email, '@', 1), p.id from public.profiles p join auth.users u on u.id = p.user_id;
create function pg_temp.state(who text) returns text language sql security definer as $$
  select concat_ws(', ', case when onboarded_at is null then 'incomplete' else 'onboarded' end, case when is_approved then 'approved' end)
  from public.profiles where id = tests.id(who)
$$;
create function pg_temp.after(who text, change text) returns text language sql as $$
  select tests.by(who, format('update public.profiles set %s where id = tests.id(%L)', change, who));
  select pg_temp.state(who)
$$;
select is(pg_temp.after(who, change), expected, description) from (values
  ('bob', $$ display_name = 'Bob Inc' $$, 'incomplete', 'a brand with a name but no language is not onboarded'),
  ('bob', $$ language = 'en' $$, 'onboarded, approved', 'a brand with a name and a language is onboarded and approved'),
  ('bea', $$ display_name = 'Bea Inc', language = 'en' $$, 'incomplete', 'a brand without a confirmed e-mail address is not onboarded'),
  ('ann', $$ role = 'kol', display_name = 'Ann', language = 'en' $$, 'incomplete', 'a creator without platform and category is not onboarded'),
  ('ann', $$ platforms = '{x}' $$, 'incomplete', 'a creator without a category is not onboarded'),
  ('ann', $$ platforms = '{}', categories = '{defi}' $$, 'incomplete', 'a creator without a platform is not onboarded'),
  ('ann', $$ platforms = '{x}' $$, 'onboarded', 'a creator with a platform and a category is onboarded and waits for staff')
) as steps (who, change, expected, description);
select is_empty($$ select * from public.members where id = tests.id('ann') $$, 'other members do not see a creator who waits for staff');
update auth.users set email_confirmed_at = now() where email = 'bea@kolpact.test';
select is(pg_temp.state('bea'), 'onboarded, approved', 'a brand that confirms its e-mail address is onboarded and approved');
select throws_ok(format('select pg_temp.after($$ann$$, %L)', change), '23514', null, 'an onboarded creator cannot write ' || change)
from unnest(array[$$platforms = '{}'$$, $$categories = '{}'$$, 'display_name = null', 'language = null']) as change;
