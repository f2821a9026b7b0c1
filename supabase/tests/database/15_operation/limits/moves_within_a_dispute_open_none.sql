-- Tests private.limit_order_event.
-- cast: brand brand, kol kol
select set_config('tests.ruled', tests.make_order(tests.id('brand'), tests.id('kol'), 'ruled')::text, true);
select set_config('tests.funded', tests.make_order(tests.id('brand'), tests.id('kol'), 'funded')::text, true);
select set_config('tests.working', tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress')::text, true);
delete from private.rate_limits;
update private.settings set value = 1 where key = 'disputes_per_day';
select tests.act_as(tests.id('kol'));
select lives_ok($$ select public.appeal_ruling(current_setting('tests.ruled')::uuid, 'All of it.') $$, 'an appeal counts as no dispute');
select lives_ok($$ select public.accept_order(current_setting('tests.funded')::uuid) $$, 'an accepted order counts as no dispute');
select lives_ok($$ select public.open_dispute(current_setting('tests.working')::uuid, 'No answer.') $$, 'a creator opens a dispute within the limit of a day');
select throws_ok($$ select public.open_dispute(current_setting('tests.funded')::uuid, 'No answer.') $$, 'PT429', 'rate_limited', 'a creator opens no dispute beyond the limit of a day');
