-- cast: ann kol, bob kol, sam staff
insert into public.invites (code, issuer_id) values ('FROM-ANN', tests.id('ann'));
select tests.act_as(tests.id('ann'));
select results_eq('select code from public.invites', array['FROM-ANN'], 'the issuer reads the own');
select tests.act_as(tests.id('sam'));
select set_eq('select code from public.invites', array['FROM-ANN', 'TESTS-INVITE'], 'staff read all');
select tests.act_as(tests.id('bob'));
select is_empty('select code from public.invites', 'a stranger reads none');
select tests.act_as_anon();
select throws_ok('select code from public.invites', '42501', null, 'a visitor neither');
