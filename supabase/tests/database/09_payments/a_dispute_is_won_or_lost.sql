-- cast: brand brand, kol kol, owner brand
create temporary table state (name text, made text);

-- Half of the disputed amount came from the wallet, half was our loss.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
create temporary table done as select (tests.payment()).*;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 3000);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 2000);
create temporary table before as select * from tests.lots(tests.id('brand'));
create temporary table reported as select private.record_provider_dispute('sandbox', provider_ref, 'dp', 'opened', 10000, 'USD') from done;
select throws_ok($$ select private.record_provider_dispute('sandbox', 'x', 'dp', 'appealed', 10000, 'USD') $$, 'PT422', 'dispute_status_unknown',
  'a report of an unknown status is refused');
select throws_ok($$ select private.record_provider_dispute('sandbox', 'x', 'dp', null, 10000, 'USD') $$, 'PT422', 'dispute_status_unknown', 'a report without a status is refused');
select throws_ok($$ select private.record_provider_dispute('sandbox', 'x', 'dp', 'opened', 10000, 'XXX') $$, 'PT422', 'currency_unknown', 'a report in an unknown currency is refused');
select results_eq('select status, brand_minor, loss_minor from private.chargebacks', $$ values ('opened', 5000::bigint, 5000::bigint) $$,
  'an open dispute takes the wallet, and the rest is the market''s loss');
select is((select status from public.payments where id = (select id from done)), 'charged_back', 'a payment with an open dispute is charged back');
select private.record_provider_dispute('sandbox', provider_ref, 'dp', 'lost', 10000, 'USD') from done;
select private.record_provider_dispute('sandbox', provider_ref, 'dp', 'lost', 10000, 'USD') from done;
select private.record_provider_dispute('sandbox', provider_ref, 'dp', 'opened', 10000, 'USD') from done;
select results_eq('select status, closed_at is not null from private.chargebacks', $$ values ('lost', true) $$, 'a lost dispute stays lost when it is reported again');
select is(tests.balance(null, 'loss'), -5000::bigint, 'a lost dispute that was reported twice moves no more money');
select private.record_provider_dispute('sandbox', provider_ref, 'dp', 'won', 10000, 'USD') from done;
select private.record_provider_dispute('sandbox', provider_ref, 'dp', 'won', 10000, 'USD') from done;
select private.record_provider_dispute('sandbox', provider_ref, 'dp', 'opened', 10000, 'USD') from done;
select private.record_provider_dispute('sandbox', provider_ref, 'dp', 'lost', 10000, 'USD') from done;
select results_eq('select status from private.chargebacks', $$ values ('won') $$, 'a dispute that is won after it was lost stays won');
select is(tests.balance(null, 'loss'), 0::bigint, 'a won dispute returns the market''s loss once');
select set_eq('select * from tests.lots(tests.id($$brand$$))', 'select * from before', 'a won dispute returns to the brand''s lots what was taken from them');
select is((select status from public.payments where id = (select id from done)), 'received', 'a payment whose dispute is won counts as received');
select isnt((select frozen_at from public.profiles where id = tests.id('brand')), null, 'a won dispute leaves the brand frozen until staff decide');

-- A dispute ends with the first report of its end.
select private.record_provider_dispute('sandbox', 'unknown', 'dpx', status, 100, 'USD', now() + make_interval(hours => nr))
from (values (1, 'lost'), (2, 'lost'), (3, 'opened')) as reported (nr, status);
select results_eq($$ select status, closed_at from private.chargebacks where provider_ref = 'dpx' $$, $$ values ('lost', now() + interval '1 hour') $$,
  'a dispute that is first reported as lost keeps the time of that report');
select private.record_provider_dispute('sandbox', 'unknown', 'dpx', 'won', 100, 'USD');

-- The report of the opening arrives after the report of the end.
select private.record_provider_dispute('sandbox', provider_ref, 'dp2', 'won', 10000, 'USD') from done;
select private.record_provider_dispute('sandbox', provider_ref, 'dp2', 'opened', 10000, 'USD') from done;
select private.record_provider_dispute('sandbox', provider_ref, 'dp3', 'lost', 4000, 'USD') from done;
select is(tests.balance(tests.id('brand'), 'wallet'), 1000::bigint, 'a dispute that is first reported as won takes nothing, and one first reported as lost takes its amount');
select results_eq('select status, brand_minor from private.chargebacks where provider_ref = $$dp3$$', $$ values ('lost', 4000::bigint) $$,
  'a dispute that is first reported as lost is closed at once');

-- Money is taken from suspense and returned to it, or to the member to whom staff assigned the rest.
select tests.make_staff('stella');
select private.record_payment('sandbox', 'stray', null, 9000, 'USD');
select private.record_provider_dispute('sandbox', 'stray', 'dp4', 'opened', 9000, 'USD');
select private.record_provider_dispute('sandbox', 'stray', 'dp4', 'won', 9000, 'USD');
select results_eq($$ select status, suspense_minor from public.payments where provider_ref = 'stray' $$, $$ values ('suspense', 9000::bigint) $$,
  'a won dispute returns to suspense what was in suspense');
select private.record_provider_dispute('sandbox', 'stray', 'dp5', 'opened', 2000, 'USD');
create temporary table stray as select id from public.payments where provider_ref = 'stray';
update public.payments set payer_id = tests.id('owner') where provider_ref = 'stray';
select tests.by('stella', $$ select public.resolve_suspense((select id from stray), tests.id('owner'), 'theirs', 7000) $$);
select private.record_provider_dispute('sandbox', 'stray', 'dp5', 'won', 2000, 'USD');
select is(tests.balance(tests.id('owner'), 'wallet'), 9000::bigint, 'a won dispute of a resolved payment pays the brand that staff assigned it to');
select is((select status from public.payments where provider_ref = 'stray'), 'resolved', 'a won dispute of a resolved payment leaves it resolved');
select is(tests.balance(null, 'suspense'), 0::bigint, 'a won dispute of a resolved payment leaves nothing in suspense');

-- A dispute about a payment that was never reported.
select private.record_provider_dispute('sandbox', 'unheard', 'dp6', 'opened', 700, 'USD');
select is(tests.balance(null, 'loss'), -700::bigint, 'a dispute about an unknown payment is the market''s loss');
select private.record_provider_dispute('sandbox', 'unheard', 'dp6', 'won', 700, 'USD');
select is(tests.balance(null, 'loss'), 0::bigint, 'a dispute about an unknown payment that is won returns the loss');
