-- cast: ann kol, bob kol
create temporary table methods as
select s.id as session_id, p.name, m.method
from tests.people p
join auth.sessions s on s.user_id = tests.user_id(p.profile_id) and s.aal = 'aal1',
unnest('{otp,magiclink,recovery,password,totp}'::text[]) as m (method);
insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
select gen_random_uuid(), session_id, now(), now(), method from methods;
create temporary view left_of as
select m.name, c.authentication_method as method
from auth.mfa_amr_claims c join (select distinct session_id, name from methods) m on m.session_id = c.session_id;

update auth.users set last_sign_in_at = now() where id = tests.user_id(tests.id('ann'));
select is((select count(*)::int from left_of), 10, 'a sign-in removes no sign-in method of a session');
update auth.users set encrypted_password = 'new' where id = tests.user_id(tests.id('ann'));
select bag_eq($$ select method from left_of where name = 'ann' $$, array['password', 'totp'], 'a new password removes the mailed link from the methods of its sessions');
select is((select count(*)::int from left_of where name = 'bob'), 5, 'a new password leaves the sessions of other members as they are');
