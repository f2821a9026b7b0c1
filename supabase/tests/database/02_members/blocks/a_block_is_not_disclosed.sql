-- cast: ann kol, bob brand, cid kol
select tests.make_pack(tests.id('ann'));
select tests.act_as(tests.id('ann'));
select public.block_member(tests.id('bob'));
select isnt_empty('select * from public.member_blocks', 'one''s own blocks');
select throws_ok($$ insert into public.member_blocks values (tests.id('ann'), tests.id('bob')) $$, '42501', null, 'made by function only');
select tests.act_as(tests.id('bob'));
select is_empty('select * from public.member_blocks', 'not those of others');
select tests.act_as_anon();
select throws_ok($$ select public.block_member(tests.id('ann')) $$, '42501', null, 'not signed out');

-- Every answer about a blocked member equals that about a member who does not exist.
create function pg_temp.answer(other uuid) returns text language plpgsql as $$
begin
  return public.get_or_create_conversation(other)::text;
exception when others then
  return sqlstate || ' ' || sqlerrm;
end;
$$;
create function pg_temp.seen(other uuid, name text) returns text language sql as $$
  select format('%s listed, %s found, %s counted', (select count(*) from public.members m where m.id = other),
    (select count(*) from public.search_creators(jsonb_build_object('searchTerm', name)) s where s.id = other),
    (select total from public.count_creators(jsonb_build_object('searchTerm', name))))
$$;
grant execute on all functions in schema pg_temp to authenticated;
select tests.act_as_owner();
create temporary table names as select p.id, p.display_name from public.profiles p;
grant select on names to authenticated;
select tests.act_as(tests.id('bob'));
select is(pg_temp.answer(tests.id('ann')), 'PT409 member_not_available', 'a brand is answered as about nobody');
select is(pg_temp.answer(gen_random_uuid()), 'PT409 member_not_available', 'a member who is not there');
select is(pg_temp.seen(tests.id('ann'), (select display_name from names where id = tests.id('ann'))), '0 listed, 0 found, 0 counted',
  'the list of members and the search agree about a block');
select is(pg_temp.seen(tests.id('cid'), (select display_name from names where id = tests.id('cid'))), '1 listed, 1 found, 1 counted',
  'they agree about others');
select is((select count(*) from public.member_labels(array[tests.id('ann')])), 0::bigint, 'a blocked member is not named');
select is((select count(*) from public.member_labels(array[tests.id('cid')])), 1::bigint, 'others are');
select tests.act_as(tests.id('ann'));
select is((select count(*) from public.members where id = tests.id('bob')), 0::bigint, 'the member who blocked does not see the other either');
select public.unblock_member(tests.id('bob'));
select tests.act_as(tests.id('bob'));
select is(pg_temp.seen(tests.id('ann'), (select display_name from names where id = tests.id('ann'))), '1 listed, 1 found, 1 counted',
  'without the block both show the member again');
select public.block_member(tests.id('ann'));
select tests.act_as(tests.id('ann'));
select is(pg_temp.answer(tests.id('bob')), 'PT409 member_not_available', 'a creator who is blocked is answered as about nobody');
select tests.act_as(tests.id('bob'));
select public.unblock_member(tests.id('ann'));
select tests.act_as(tests.id('ann'));
select is(pg_temp.answer(tests.id('bob')), 'PT403 may_not_write_first', 'without the block the rule of who writes first holds');
select tests.act_as_owner();
update public.profiles set suspended_at = now() where id = tests.id('bob');
select tests.act_as(tests.id('ann'));
select is(pg_temp.answer(tests.id('bob')), 'PT409 member_not_available', 'the same is answered about a suspended member');
select is((select count(*) from public.members where id = tests.id('bob')), 0::bigint, 'who is not listed either');
select is((select count(*) from public.member_labels(array[tests.id('bob')])), 0::bigint, 'nor named');
