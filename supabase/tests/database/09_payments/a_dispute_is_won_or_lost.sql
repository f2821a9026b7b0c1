-- cast: brand brand, kol kol
create temporary table state (name text, made text);

-- Half from the wallet of two payments, half our loss.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
create temporary table done as select (tests.payment()).*;
grant select on done to service_role;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 3000);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 2000);
create temporary table before as select * from tests.lots(tests.id('brand'));
select tests.act_as_service();
create temporary table reported as select public.record_provider_dispute('sandbox', provider_ref, 'dp', 'opened', 10000, 'USD') from done;
select throws_ok($$ select public.record_provider_dispute('sandbox', 'x', 'dp', 'appealed', 10000, 'USD') $$, 'PT422', 'dispute_status_unknown',
  'a provider reports opened, won or lost, and nothing else');
select throws_ok($$ select public.record_provider_dispute('sandbox', 'x', 'dp', null, 10000, 'USD') $$, 'PT422', 'dispute_status_unknown', 'and nothing is none of them');
select throws_ok($$ select public.record_provider_dispute('sandbox', 'x', 'dp', 'opened', 10000, 'XXX') $$, 'PT422', 'currency_unknown', 'in currencies that we have');
select tests.act_as_owner();
select results_eq('select status, brand_minor, loss_minor from private.chargebacks', $$ values ('opened', 5000::bigint, 5000::bigint) $$, 'opened: the money is gone');
select is((select status from public.payments where id = (select id from done)), 'charged_back', 'and the payment with it');
select tests.act_as_service();
select public.record_provider_dispute('sandbox', provider_ref, 'dp', 'lost', 10000, 'USD') from done;
select public.record_provider_dispute('sandbox', provider_ref, 'dp', 'lost', 10000, 'USD') from done;
select public.record_provider_dispute('sandbox', provider_ref, 'dp', 'opened', 10000, 'USD') from done;
select results_eq('select status, closed_at is not null from private.chargebacks', $$ values ('lost', true) $$, 'lost: it stays gone');
select tests.act_as_owner();
select is(tests.balance(null, 'loss'), -5000::bigint, 'and nothing else moves');
select tests.act_as_service();
select public.record_provider_dispute('sandbox', provider_ref, 'dp', 'won', 10000, 'USD') from done;
select public.record_provider_dispute('sandbox', provider_ref, 'dp', 'won', 10000, 'USD') from done;
select public.record_provider_dispute('sandbox', provider_ref, 'dp', 'opened', 10000, 'USD') from done;
select public.record_provider_dispute('sandbox', provider_ref, 'dp', 'lost', 10000, 'USD') from done;
select tests.act_as_owner();
select results_eq('select status from private.chargebacks', $$ values ('won') $$, 'won: the last word');
select is(tests.balance(null, 'loss'), 0::bigint, 'our loss is undone, once');
select set_eq('select * from tests.lots(tests.id($$brand$$))', 'select * from before', 'and the brand has what was taken from it');
select is((select status from public.payments where id = (select id from done)), 'received', 'the payment counts again');
select isnt((select frozen_at from public.profiles where id = tests.id('brand')), null, 'the freeze is for staff to lift');

-- It ends when that is reported first.
select private.record_provider_dispute('sandbox', 'unknown', 'dpx', status, 100, 'USD', now() + make_interval(hours => nr))
from (values (1, 'lost'), (2, 'lost'), (3, 'opened')) as reported (nr, status);
select results_eq($$ select status, closed_at from private.chargebacks where provider_ref = 'dpx' $$, $$ values ('lost', now() + interval '1 hour') $$, 'a repeated report changes nothing');
select tests.act_as_service();
select public.record_provider_dispute('sandbox', 'unknown', 'dpx', 'won', 100, 'USD');
select tests.act_as_owner();

-- The first event arrives when it is already over.
select tests.act_as_service();
select public.record_provider_dispute('sandbox', provider_ref, 'dp2', 'won', 10000, 'USD') from done;
select public.record_provider_dispute('sandbox', provider_ref, 'dp2', 'opened', 10000, 'USD') from done;
select public.record_provider_dispute('sandbox', provider_ref, 'dp3', 'lost', 4000, 'USD') from done;
select tests.act_as_owner();
select is(tests.balance(tests.id('brand'), 'wallet'), 1000::bigint, 'one that was won took nothing, one that was lost did');
select results_eq('select status, brand_minor from private.chargebacks where provider_ref = $$dp3$$', $$ values ('lost', 4000::bigint) $$, 'in one step');

-- Out of suspense, and back into it; or to whom staff gave the rest.
select tests.make_staff('stella');
select tests.act_as_service();
select public.record_payment('sandbox', 'stray', null, 9000, 'USD');
select public.record_provider_dispute('sandbox', 'stray', 'dp4', 'opened', 9000, 'USD');
select public.record_provider_dispute('sandbox', 'stray', 'dp4', 'won', 9000, 'USD');
select results_eq($$ select status, suspense_minor from public.payments where provider_ref = 'stray' $$, $$ values ('suspense', 9000::bigint) $$,
  'what was in suspense is there again');
select public.record_provider_dispute('sandbox', 'stray', 'dp5', 'opened', 2000, 'USD');
select tests.act_as_owner();
select tests.make_member('owner', 'brand');
create temporary table stray as select id from public.payments where provider_ref = 'stray';
grant select on stray to authenticated;
select tests.act_as(tests.id('stella'));
select public.resolve_suspense((select id from stray), tests.id('owner'), 'theirs');
select tests.act_as_service();
select public.record_provider_dispute('sandbox', 'stray', 'dp5', 'won', 2000, 'USD');
select is(tests.balance(tests.id('owner'), 'wallet'), 9000::bigint, 'what was given away since goes to the new owner');
select is((select status from public.payments where provider_ref = 'stray'), 'resolved', 'and suspense stays resolved');
select tests.act_as_owner();
select is(tests.balance(null, 'suspense'), 0::bigint, 'suspense is empty');

-- A dispute about a payment that was never reported
select tests.act_as_service();
select public.record_provider_dispute('sandbox', 'unheard', 'dp6', 'opened', 700, 'USD');
select tests.act_as_owner();
select is(tests.balance(null, 'loss'), -700::bigint, 'an unknown payment is our loss');
select tests.act_as_service();
select public.record_provider_dispute('sandbox', 'unheard', 'dp6', 'won', 700, 'USD');
select tests.act_as_owner();
select is(tests.balance(null, 'loss'), 0::bigint, 'until it is won');
select is_empty('select * from private.count_solvency() where held_minor <> owed_minor', 'the books agree');
select is_empty('select * from private.ledger_faults()', 'the ledger has no fault');
