-- cast: bob brand
select tests.make_member(name) from unnest('{ann,cyd}'::text[]) as name;
select tests.act_as(tests.id('bob'));
insert into public.messages (conversation_id, content) select public.get_or_create_conversation(tests.id('ann')), 'Hello';
select tests.act_as(tests.id('cyd'));
select public.block_member(tests.id('bob')), public.block_member(tests.id('ann'));
select tests.act_as(tests.id('bob'));
select public.block_member(tests.id('cyd'));
select results_eq('select other_name, blocked, blocked_by_me from public.inbox()', $$ values ('Ann', false, false) $$, 'of one side with a third');
select tests.act_as(tests.id('ann'));
select public.block_member(tests.id('cyd'));
select results_eq('select other_name, blocked, blocked_by_me from public.inbox()', $$ values ('Bob', false, false) $$, 'nor of the other');
