-- cast: ann kol, bob kol
update auth.users set encrypted_password = 'hash' where id = tests.user_id(tests.id('ann'));
update auth.users set encrypted_password = '' where id = tests.user_id(tests.id('bob'));
select tests.gets('ann', 'select public.has_password()', 'true', 'a member with a password reads that they have one');
select tests.gets('bob', 'select public.has_password()', 'false', 'a member whose password was removed reads that they have none');
update auth.users set encrypted_password = null where id = tests.user_id(tests.id('bob'));
select tests.gets('bob', 'select public.has_password()', 'false', 'a member without a password reads that they have none');
