-- cast: ann kol, ben kol, dan kol, fay kol, hal kol, bob brand, cyd brand, eve brand, sam staff
select plan(9);
-- All members except gil and staff are not approved; hal deleted the account.
select tests.put_order(tests.id(brand), tests.id(kol), 'declined') from (values ('bob', 'ann'), ('cyd', 'ben'), ('cyd', 'hal')) as o (brand, kol);
insert into public.conversations (member_a, member_b, opened_by)
select least(tests.id(one), tests.id(other)), greatest(tests.id(one), tests.id(other)), tests.id(one)
from (values ('eve', 'dan'), ('bob', 'fay'), ('eve', 'hal')) as c (one, other);
delete from auth.users where id = tests.user_id(tests.id('hal'));
update public.profiles set suspended_at = now() where not is_staff and deleted_at is null;
select tests.make_member('gil', 'brand');
create function pg_temp.names() returns text language sql as $$
  select string_agg(l.display_name, ' ' order by l.display_name) from public.member_labels(array(select profile_id from tests.people)) l
$$;
grant select on tests.people to authenticated;
create function pg_temp.names_for(who text) returns text language sql as $$
  select tests.answer(who, 'select pg_temp.names()')
$$;
select is(pg_temp.names_for(who), wanted, format('%s reads the names %s', who, wanted))
from (values ('ann', 'Ann Bob'), ('bob', 'Ann Bob Fay'), ('cyd', 'Ben Cyd Former member'), ('dan', 'Dan Eve'), ('eve', 'Dan Eve Former member'), ('fay', 'Bob Fay'),
  ('gil', 'Gil Sam'), ('sam', 'Ann Ben Bob Cyd Dan Eve Fay Former member Gil Sam')) as l (who, wanted);
select tests.gets('sam', $$ select count(*) from public.member_labels(array_fill(gen_random_uuid(), array[199]) || array[tests.id('sam'), tests.id('ann')]) $$, '1',
  'a call names at most 200 members');
