-- cast: ann kol
select tests.act_as(tests.id('ann'));
select throws_ok('select public.claim_emails(1)', '42501', null, 'only the service role claims e-mails');
select throws_ok('select public.mark_email_sent(gen_random_uuid())', '42501', null, 'or marks');
select throws_ok($$ select public.mark_email_failed(gen_random_uuid(), 'x') $$, '42501', null, 'either way');
select throws_ok('select * from private.email_outbox', '42501', null, 'the outbox is not readable');
select throws_ok($$ select private.unsubscribe_token(tests.id('ann'), 'digest') $$, '42501', null, 'or signs a link');
