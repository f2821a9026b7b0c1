-- A profile names only a picture that exists and was checked: another file could be uploaded under the name
-- after staff have approved it.
-- cast: ann kol
select tests.storage_does('storage.object.upload');
select tests.act_as(tests.id('ann'));
insert into storage.objects (bucket_id, name, version, owner_id)
select 'avatars', tests.id('ann') || '/' || name, 'v1', tests.user_id(tests.id('ann')) from unnest('{new.webp,bad.webp}'::text[]) as name;
create function pg_temp.show(name text) returns void language sql as $$
  update public.profiles set profile_image = id || '/' || show.name where id = tests.id('ann')
$$;
select throws_ok($$ select pg_temp.show('none.webp') $$, 'PT409', 'file_not_checked', 'a picture that does not exist is not shown');
select throws_ok($$ select pg_temp.show('new.webp') $$, 'PT409', 'file_not_checked', 'a picture that was not checked is not shown');
select is((select status from public.file_verdicts(array[tests.id('ann') || '/new.webp'])), 'waiting', 'the member reads that a picture waits for its check');
select tests.act_as_owner();
select private.record_file_inspection('avatars', tests.id('ann') || '/new.webp', 'v1', 'picture', true);
select private.record_file_inspection('avatars', tests.id('ann') || '/bad.webp', 'v1', 'markup', false);
select tests.act_as(tests.id('ann'));
select lives_ok($$ select pg_temp.show('new.webp') $$, 'a checked picture is shown');
select throws_ok($$ select pg_temp.show('bad.webp') $$, 'PT409', 'file_rejected', 'a rejected picture is not shown, and is not reported as waiting for its check');
select tests.storage_does('storage.object.delete');
delete from storage.objects where name like '%/new.webp';
select lives_ok($$ update public.profiles set bio = 'Other words.' where id = tests.id('ann') $$,
  'the rest of a profile can be changed after its picture was removed');
select lives_ok($$ update public.profiles set profile_image = null where id = tests.id('ann') $$, 'a member can remove the picture');
create function pg_temp.show_works(variadic pictures text[]) returns text language sql as $$
  select tests.refusal(format('update public.profiles set works = %L where id = %L', (
    select jsonb_agg(jsonb_build_object('title', 'A film', 'image', tests.id('ann') || picture, 'thumbnail', tests.id('ann') || '/fine.png'))
    from unnest(pictures) as picture), tests.id('ann')))
$$;
select tests.act_as_owner();
select tests.put_picture(tests.id('ann') || '/fine.png');
select tests.act_as(tests.id('ann'));
select is(pg_temp.show_works('/fine.png'), null, 'a work shows a picture that was checked');
select is(pg_temp.show_works('/fine.png', '/bad.webp'), 'file_rejected', 'no work shows a rejected picture');
select is(pg_temp.show_works('/missing.png'), 'file_not_checked', 'no work shows a picture that does not exist');

create function pg_temp.pack(name text) returns text language sql as $$
  select tests.refusal(format($act$
    insert into public.packs (kol_id, title, price_minor, delivery_days, picture) values (%1$L, 'One thread', 25000, 3, '%1$s/%2$s')
  $act$, tests.id('ann'), pack.name))
$$;
select is(pg_temp.pack(name), refusal, coalesce('a new pack shows no ' || name || ': ' || refusal, 'a new pack shows ' || name))
from (values ('fine.png', null), ('bad.webp', 'file_rejected'), ('missing.png', 'file_not_checked')) as cases (name, refusal);
select tests.act_as_owner();
select tests.make_pack(tests.id('ann'));
update public.packs set picture = kol_id || '/bad.webp';
select tests.act_as(tests.id('ann'));
select is(tests.refusal('update public.packs set ' || change), refusal, 'a pack with a rejected picture: the change "' || change || '" is ' || coalesce('refused with ' || refusal, 'allowed')) from (values
  ($$ picture = kol_id || '/missing.png' $$, 'file_not_checked'), ($$ picture = kol_id || '/fine.png' $$, null), ('picture = null', null),
  ($$ picture = picture, title = 'Two threads' $$, null)) as cases (change, refusal);
