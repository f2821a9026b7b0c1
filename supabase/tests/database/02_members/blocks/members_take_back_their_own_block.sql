select tests.make_member(name) from unnest('{ann,bob,cyd}'::text[]) as name;
select tests.act_as(tests.id('bob'));
select throws_ok('select public.block_member(gen_random_uuid())', 'PT403', 'not_allowed', 'a block without a member is refused');
select throws_ok($$ select public.block_member(tests.id('bob')) $$, 'PT403', 'not_allowed', 'a member cannot block themselves');
select public.block_member(tests.id('ann')), public.block_member(tests.id('cyd'));
select lives_ok($$ select public.block_member(tests.id('cyd')) $$, 'blocking a member twice is harmless');
select tests.by('ann', $$ select public.block_member(tests.id('cyd')); select public.unblock_member(tests.id('bob')) $$);
select is((select count(*) from public.member_blocks), 3::bigint, 'a member cannot take back the block of another');
select tests.by('ann', $$ select public.unblock_member(tests.id('cyd')) $$);
select set_eq('select blocker_id, blocked_id from public.member_blocks',
  $$ values (tests.id('bob'), tests.id('ann')), (tests.id('bob'), tests.id('cyd')) $$, 'a member lifts a block of their own');
-- The number of blocks is limited, because every request of a blocker reads all of them.
update private.settings set value = 10 where key = 'blocks_per_member';
select tests.make_member('member ' || n) from generate_series(1, 11) n;
select tests.by('bob', format('select public.unblock_member(%L)', p.id)) from public.profiles p;
select tests.by('bob', format('select public.block_member(%L)', tests.id('member ' || n))) from generate_series(1, 10) n;
select tests.refused('bob', $$ select public.block_member(tests.id('member 11')) $$, 'PT409', 'member_blocks_full', 'a member keeps at most so many accounts blocked');
select tests.allowed('bob', $$ select public.block_member(tests.id('member 10')) $$, 'a block can be repeated');
