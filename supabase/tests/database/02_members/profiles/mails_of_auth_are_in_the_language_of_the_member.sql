create function pg_temp.locales(who text) returns text language sql as $$
  select concat_ws(' ', p.locale, u.raw_user_meta_data ->> 'locale')
  from public.profiles p join auth.users u on u.id = p.user_id where u.email = who || '@kolpact.test'
$$;
create function pg_temp.signs_up(who text, locale jsonb) returns text language sql as $$
  select tests.sign_up(who || '@kolpact.test', jsonb_build_object('invite_code', 'TESTS-INVITE', 'locale', signs_up.locale));
  select pg_temp.locales(who)
$$;
select tests.make_member('ann');
select is(pg_temp.signs_up('bob', '"es"'), 'es es', 'the language of a sign-up becomes that of the member');
select is(pg_temp.signs_up('cyd', '"<b>"'), 'en <b>', 'a sign-up with a text that is no language is in English');
select is(pg_temp.signs_up('dan', '5'), 'en 5', 'a sign-up with a number as its language is in English');
select is(pg_temp.locales('ann'), 'en', 'a sign-up without a language is in English');

select tests.by('ann', $$ update public.profiles set locale = 'tr' where id = tests.id('ann') $$);
select is(pg_temp.locales('ann'), 'tr tr', 'Auth writes in the language that the member has chosen');
select is((select raw_user_meta_data ->> 'invite_code' from auth.users where email = 'ann@kolpact.test'), 'TESTS-INVITE', 'a changed language leaves the other metadata of a user as they are');
update public.profiles set locale = 'es-MX' where id = tests.id('ann');
select is(pg_temp.locales('ann'), 'es-MX es', 'Auth writes in a language without its region');
select lives_ok($$ delete from auth.users where email = 'ann@kolpact.test' $$, 'an account with a language can be deleted');
