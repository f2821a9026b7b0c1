-- cast: ann kol, bob kol
create temporary table wallets as
select t.name, private.member_account(t.profile_id, 'pending', 'USD', null) as id from tests.people t where t.name in ('ann', 'bob');
select set_eq($$ select unnest(tests.locked_rows(format('delete from auth.users where id = %L', tests.user_id(tests.id('ann'))), 'private.accounts')) $$,
  $$ select id::text from wallets where name = 'ann' $$, 'accounts of others are not locked');
