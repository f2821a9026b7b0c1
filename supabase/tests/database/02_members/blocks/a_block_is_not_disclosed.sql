-- cast: ann kol, bob brand, cid kol, dee brand
select tests.make_pack(tests.id('ann'));
select tests.act_as(tests.id('ann'));
select public.block_member(tests.id('bob'));

-- Returns the answer to a request about that member. A member who blocked the caller must get the same answer
-- as one who does not exist.
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
select tests.act_as_owner();
create temporary table names as select p.id, p.display_name from public.profiles p;
select tests.act_as(tests.id('bob'));
select is(pg_temp.answer(tests.id('ann')), 'PT409 member_not_available', 'a blocked brand gets the same answer as for a member who does not exist');
select is(pg_temp.answer(gen_random_uuid()), 'PT409 member_not_available', 'the answer about a member who does not exist is member_not_available');
select is(pg_temp.seen(tests.id('ann'), (select display_name from names where id = tests.id('ann'))), '0 listed, 0 found, 0 counted',
  'a blocked brand neither lists, finds nor counts the creator');
select is(pg_temp.seen(tests.id('cid'), (select display_name from names where id = tests.id('cid'))), '1 listed, 1 found, 1 counted',
  'a blocked brand lists, finds and counts other creators');
select is((select count(*) from public.member_labels(array[tests.id('ann')])), 0::bigint, 'a blocked brand reads no label of the creator');
select is((select count(*) from public.member_labels(array[tests.id('cid')])), 1::bigint, 'a blocked brand reads the labels of other creators');
select tests.gets('ann', $$ select count(*) from public.members where id = tests.id('bob') $$, '0', 'a creator who blocked a brand does not list it');
select tests.by('ann', $$ select public.unblock_member(tests.id('bob')) $$);
select tests.gets('bob', $$ select pg_temp.seen(tests.id('ann'), (select display_name from names where id = tests.id('ann'))) $$, '1 listed, 1 found, 1 counted',
  'a brand that is no longer blocked lists, finds and counts the creator again');
select tests.by('bob', $$ select public.block_member(tests.id('ann')) $$);
select tests.gets('ann', $$ select pg_temp.answer(tests.id('bob')) $$, 'PT409 member_not_available', 'a blocked creator gets the same answer as for a member who does not exist');
select tests.by('bob', $$ select public.unblock_member(tests.id('ann')) $$);
select tests.gets('ann', $$ select pg_temp.answer(tests.id('bob')) $$, 'PT403 may_not_write_first', 'a creator who is no longer blocked may not write first, as before the block');
update public.profiles set suspended_at = now() where id = tests.id('bob');
select tests.gets('ann', $$ select pg_temp.answer(tests.id('bob')) $$, 'PT409 member_not_available', 'a request about a suspended member gets the same answer as for a member who does not exist');
select tests.gets('ann', $$ select count(*) from public.members where id = tests.id('bob') $$, '0', 'a suspended member is not listed');
select tests.gets('ann', $$ select count(*) from public.member_labels(array[tests.id('bob')]) $$, '0', 'a suspended member has no label');

-- Makes reviews by and about a member who blocked the reader.
update public.profiles set suspended_at = null where id = tests.id('bob');
select tests.make_order(tests.id('dee'), tests.id('cid'), 'completed');
select tests.by('dee', $$ select public.review_order(tests.order_id(), 5, 'Good.') $$);
select tests.by('cid', $$ select public.review_order(tests.order_id(), 5, 'Good.') $$);
select tests.make_order(tests.id('bob'), tests.id('cid'), 'completed');
select tests.by('bob', $$ select public.review_order(tests.order_id(), 5, 'Good.') $$);
select tests.by('cid', $$ select public.review_order(tests.order_id(), 5, 'Good.') $$);
create function pg_temp.reviews() returns text language sql as $$ select tests.answer('bob', 'select count(*) from public.reviews') $$;
select is(pg_temp.reviews(), '4', 'every member reads reviews');
select tests.by('cid', $$ select public.block_member(tests.id('bob')) $$);
select is(pg_temp.reviews(), '2', 'a brand reads no review that became visible after the block, except of its own order');
update public.member_blocks set created_at = now() + interval '1 hour';
select is(pg_temp.reviews(), '4', 'reviews from before the block stay visible, like those of deleted accounts');

-- Gives a wallet to a member who blocked the reader.
insert into private.wallets (profile_id, address, created_at) values (tests.id('cid'), tests.address('cid'), now() - interval '9 days');
create function pg_temp.takes(reader text) returns text language sql as $$
  select tests.answer(reader, $q$ select public.creator_takes('USDC', tests.id('cid')) $q$)
$$;
select is(pg_temp.takes('dee'), 'true', 'a brand reads that a creator can be paid on the chain');
select is(pg_temp.takes('bob'), 'false', 'a blocked brand does not read that a creator who blocked it can be paid on the chain');
update public.profiles set suspended_at = now() where id = tests.id('cid');
select is(pg_temp.takes('dee'), 'false', 'nobody reads that a creator whom they cannot find can be paid on the chain');
