select tests.make_member(name, 'kol') from unnest(array['ann', 'dan']) as name;
select tests.make_member(name, 'brand') from unnest(array['bob', 'eve', 'flo']) as name;

insert into public.conversations (id, member_a, member_b, opened_by)
values ('00000000-0000-4000-8000-00000000000c', least(tests.id('ann'), tests.id('bob')), greatest(tests.id('ann'), tests.id('bob')), tests.id('bob'));
insert into public.messages (conversation_id, sender_id, receiver_id, content) values
  ('00000000-0000-4000-8000-00000000000c', tests.id('bob'), tests.id('ann'), 'Hello Ann'),
  ('00000000-0000-4000-8000-00000000000c', tests.id('ann'), tests.id('bob'), 'Hello Bob');

select tests.make_order(tests.id('eve'), tests.id('ann'), 'declined');
select tests.make_order(tests.id('eve'), tests.id('dan'), 'declined');
update public.profiles set suspended_at = now() where id = tests.id('dan');
create function pg_temp.names() returns setof text language sql as $$
  select display_name from public.member_labels(array(select tests.id(n) from unnest(array['ann', 'bob', 'dan', 'eve']) as n)) order by 1
$$;
grant execute on function pg_temp.names to public;
select tests.act_as(tests.id('ann'));
select public.delete_my_account();
select tests.act_as(tests.id('bob'));
select results_eq('select pg_temp.names()', array['Bob', 'Eve', 'Former member'], 'a conversation names former members, but not suspended ones');
select tests.act_as(tests.id('eve'));
select results_eq('select pg_temp.names()', array['Bob', 'Dan', 'Eve', 'Former member'], 'an order names both');
select tests.act_as(tests.id('flo'));
select results_eq('select pg_temp.names()', array['Bob', 'Eve'], 'a stranger sees the market alone');
select tests.act_as(tests.id('dan'));
select results_eq('select pg_temp.names()', array['Dan', 'Eve'], 'a suspended member reads the names of those they dealt with');
select tests.act_as_anon();
select throws_ok('select pg_temp.names()', '42501', null, 'a signed-out caller reads no names');
