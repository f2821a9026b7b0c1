-- cast: ann kol, bob brand
select tests.act_as(tests.id('ann'));
select results_eq('select display_name from public.profiles', array['Ann'], 'the owner reads the own row, and no other');
select is_empty($$ select referral_code from public.profiles where id = tests.id('bob') $$, 'a stranger reads nothing');
select tests.act_as_anon();
select throws_ok('select * from public.profiles', '42501', null, 'signed out: no profiles');
