-- cast: brand brand, kol kol
select tests.act_as(tests.id('brand'));
select throws_ok('select public.run_due_work()', '42501', null, 'a member does not');
select throws_ok('select private.run_due_work()', '42501', null, 'the private function is not callable either');
select tests.act_as_anon();
select throws_ok('select public.run_due_work()', '42501', null, 'nor a visitor');
select tests.act_as_service();
select isnt(public.run_due_work(), null, 'the service does');
