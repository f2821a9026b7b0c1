-- cast: brand brand, kol kol, other kol
select tests.make_order(tests.id('brand'), tests.id('kol'), status) from unnest(array['pending_payment', 'in_progress', 'completed']) as status;
select tests.make_order(tests.id('brand'), tests.id('other'), 'delivered');
create temp table secrets (who text, secret text);
create function pg_temp.renew(who text) returns void language sql as $$
  delete from secrets s where s.who = renew.who;
  insert into secrets select renew.who, tests.answer(renew.who, 'select public.renew_calendar()')
$$;
-- Returns the deadlines that the address shows, and for each whether the member has to act.
create function pg_temp.shown(who text) returns text language sql as $$
  select string_agg((d ->> 'is_mine'), ' ' order by d ->> 'due_at')
  from secrets s, jsonb_array_elements(tests.answer('service', format('select public.read_calendar(%L)', s.secret))::jsonb -> 'deadlines') d where s.who = shown.who
$$;
select tests.gets('brand', 'select public.calendar_since()', null, 'a member has no calendar address at first');
select tests.gets('brand', 'select public.remove_calendar()', 'false', 'a member without a calendar address has nothing to remove');
select pg_temp.renew('brand');
select pg_temp.renew('kol');
select tests.gets('brand', 'select public.calendar_since() is not null', 'true', 'a member sees when the calendar address was made');
select matches((select secret from secrets where who = 'brand'), '^[0-9a-f]{48}$', 'the secret of a calendar address is long and random');
select is((select count(*) from private.calendars c join secrets s on convert_to(s.secret, 'UTF8') = c.secret_hash), 0::bigint,
  'the secret of a calendar address is stored as a hash only');
select is((select array_length(string_to_array(pg_temp.shown('brand'), ' '), 1)), 3, 'a calendar has the deadlines of the open orders of a brand');
select is((select count(*) from regexp_matches(pg_temp.shown('brand'), 'true', 'g')), 2::bigint, 'two deadlines of the calendar wait for the brand: to pay and to accept');
select is(pg_temp.shown('kol'), 'true', 'a calendar of a creator has only paid orders of theirs');
select tests.act_as_service();
select is(public.read_calendar('wrong'), null, 'a wrong secret opens no calendar');
select is(public.read_calendar(null), null, 'a missing secret opens no calendar');
select is(public.read_calendar((select secret from secrets where who = 'kol')) ->> 'locale', (
  select p.locale from public.profiles p where p.id = tests.id('kol')), 'a calendar is in the language of the member');

-- The address is renewed and removed.
select tests.act_as_owner();
create temp table former as select secret from secrets where who = 'brand';
select pg_temp.renew('brand');
select tests.gets('service', 'select public.read_calendar((select secret from former))', null, 'a renewed calendar address ends the former one');
select tests.gets('service', $$ select (public.read_calendar((select secret from secrets where who = 'brand'))) is not null $$, 'true', 'a renewed calendar address shows the calendar');
select tests.gets('brand', 'select public.remove_calendar()', 'true', 'a member removes the calendar address');
select tests.gets('brand', 'select public.calendar_since()', null, 'a member who removed the calendar address has none');
select tests.gets('service', $$ select public.read_calendar((select secret from secrets where who = 'brand')) $$, null, 'a removed calendar address shows nothing');

-- Tests suspended and deleted members.
update public.profiles set suspended_at = now() where id = tests.id('kol');
update public.profiles set suspended_at = null where id = tests.id('kol');
select tests.gets('service', $$ select public.read_calendar((select secret from secrets where who = 'kol')) $$, null, 'a suspension ends the calendar address permanently');
select tests.make_member('leaver', 'kol');
select pg_temp.renew('leaver');
select tests.by('leaver', $$ select public.delete_my_account() $$);
select tests.gets('service', $$ select public.read_calendar((select secret from secrets where who = 'leaver')) $$, null, 'the deletion of an account ends its calendar address');
update public.profiles set suspended_at = now() where id = tests.id('brand');
select tests.refused('brand', 'select public.renew_calendar()', 'PT403', 'not_allowed', 'a suspended member cannot make a calendar address');

-- Makes an address while a stranger knows the password.
select tests.make_member('owner', 'kol');
update auth.users set encrypted_password = 'known' where id = tests.user_id(tests.id('owner'));
select pg_temp.renew('owner');
select private.disown_account(private.unsubscribe_token(tests.id('owner'), 'not_me'));
select is(public.read_calendar((select secret from secrets where who = 'owner')), null, '"This was not me" ends the address');
select tests.make_member('changer', 'kol');
update auth.users set encrypted_password = 'known' where id = tests.user_id(tests.id('changer'));
select pg_temp.renew('changer');
update auth.users set encrypted_password = 'new' where id = tests.user_id(tests.id('changer'));
select is(public.read_calendar((select secret from secrets where who = 'changer')), null, 'a new password ends the calendar address');
