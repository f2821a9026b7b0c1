-- cast: ann kol
select plan(2);
update auth.users set raw_user_meta_data = jsonb_build_object('locale', 'es', 'role', repeat('x', 400), 'x', repeat('y', 100000))
where id = tests.user_id(tests.id('ann'));
select is(raw_user_meta_data, '{"locale": "es"}', 'metadata keeps only known keys and short texts, because every access token contains it')
from auth.users where id = tests.user_id(tests.id('ann'));
update auth.users set raw_user_meta_data = null where id = tests.user_id(tests.id('ann'));
select is(raw_user_meta_data, '{}', 'metadata that is null becomes empty')
from auth.users where id = tests.user_id(tests.id('ann'));
