-- cast: maya kol, ann kol, bob kol, eve kol, fay kol, sam staff
select plan(22);
create function pg_temp.rename(who text, name text) returns void language sql as $$
  select tests.by(who, format('update public.profiles set display_name = %L where id = tests.id(%L)', name, who))
$$;
create function pg_temp.verify(who text) returns void language sql as $$
  select tests.by('sam', format('select public.verify_profile(tests.id(%1$L), tests.shown_hash(tests.id(%1$L)))', who))
$$;
select pg_temp.rename('maya', 'Maya Okafor');
select lives_ok($$ select pg_temp.rename('ann', 'Maya Okafor') $$, 'two members may have one name while neither is verified');
select throws_ok($$ select pg_temp.verify('maya') $$, 'PT409', 'name_in_use', 'a member whose name another member also has is not verified');
select throws_ok($$ update public.profiles set is_staff = true where id = tests.id('maya') $$, 'PT409', 'name_in_use',
  'a member whose name another member also has does not become staff');
select pg_temp.rename('ann', 'Ann');
select lives_ok($$ select pg_temp.verify('maya') $$, 'a member can be verified when the name is free again');
select throws_ok(format('select pg_temp.rename(%L, %L)', 'ann', name), 'PT409', 'name_taken', name || ' is too like the name of a verified member or of staff')
from unnest(array['Maya Okafor', 'MAYA OKAFOR', 'maya-okafor', 'MayaOkafor', 'Maya  Okafor !', 'Máya Okafør',
  U&'\FF2Daya Okafor', U&'Maya Okafor \+01F525', 'Sam']) as name;
update public.profiles set suspended_at = now() where id = tests.id('maya');
select throws_ok($$ select pg_temp.rename('bob', 'Maya Okafor') $$, 'PT409', 'name_taken', 'the name of a suspended verified member is not free');
update public.profiles set suspended_at = null where id = tests.id('maya');
delete from auth.users where id = tests.user_id(tests.id('maya'));
select lives_ok($$ select pg_temp.rename('bob', 'Maya Okafor') $$, 'the name of a former member is free');
-- A suspended member with the same name does not prevent a verification.
update public.profiles set suspended_at = now(), display_name = 'Maya Okafor' where id = tests.id('eve');
select lives_ok($$ update public.profiles set is_verified = true where id = tests.id('bob') $$, 'a suspended member with the same name prevents nobody from being verified');
select lives_ok($$ update public.profiles set trust_level = 'normal' where id = tests.id('eve') $$,
  'the trust level of a suspended member whose name is taken can be changed');
select lives_ok($$ update public.profiles set suspended_at = null where id = tests.id('eve') $$, 'a suspension ends although the name belongs to a verified member');
select matches((select display_name from public.profiles where id = tests.id('eve')), '^Member [0-9A-F]{8}$', 'a member whose name was taken meanwhile gets a generated name when the suspension ends');
-- True if the name is reserved; a skeleton is the form of a name that names which look alike share.
create function pg_temp.is_kept(skeleton text) returns boolean language sql as $$
  select exists (select from private.profile_names n where n.skeleton = is_kept.skeleton)
$$;
select is(pg_temp.is_kept('fay'), true, 'the name of a member is reserved');
delete from auth.users where id = tests.user_id(tests.id('fay'));
select is(pg_temp.is_kept('fay'), false, 'the name of a deleted account is not reserved');
select tests.sign_up('gus@kolpact.test');
update public.profiles set display_name = 'Gus' where id not in (select profile_id from tests.people);
update public.profiles set display_name = null where id not in (select profile_id from tests.people);
select is(pg_temp.is_kept('gus'), false, 'a name that was removed from a profile is no longer reserved');
