-- cast: ann kol, eve brand
select tests.act_as(tests.id('eve'));
select throws_ok($$ insert into public.notifications (user_id, type, title, message)
  values (tests.user_id(tests.id('ann')), 'payment_received', 'You are rich', 'Click here') $$, '42501', null, 'not by insert');
select throws_ok($$ select private.notify(tests.id('ann'), 'payout_sent') $$,
  '42501', null, 'not by the function');
select tests.act_as_service();
select throws_ok($$ insert into public.notifications (user_id, type, title, message)
  values (tests.user_id(tests.id('ann')), 'payment_received', 'You are rich', 'Click here') $$, '42501', null, 'not even by the service');
