-- cast: sam kol
update public.profiles set is_staff = true where id = tests.id('sam');
select tests.make_member(name) from unnest('{ann,cyd}'::text[]) as name;
select tests.act_as(tests.id('sam'));
select lives_ok($$ select public.get_or_create_conversation(tests.id('ann')) $$, 'whatever their role');
select tests.act_as(tests.id('cyd'));
select lives_ok($$ select public.get_or_create_conversation(tests.id('sam')) $$, 'and be written to');
