select is(private.qualifies_for_level(level, (counted, fees, demerits)::private.trade_record, age), wanted,
  format('a member with %s counterparties, %s in fees and %s demerits after %s is %s', counted, fees, demerits, age, case when wanted then level else 'not ' || level end))
from (values
  ('normal', 3, 30, 0, interval '30 days', true), ('normal', 4, 30, 1, '30 days', true), ('normal', 2.99, 30, 0, '30 days', false),
  ('normal', 3, 30, 1, '30 days', false), ('normal', 3, 29.99, 0, '30 days', false), ('normal', 3, 30, 0, '30 days -1 second', false),
  ('trusted', 10, 500, 0, '90 days', true), ('trusted', 9.99, 500, 0, '90 days', false), ('trusted', 10, 499.99, 0, '90 days', false),
  ('trusted', 10, 500, 0, '90 days -1 second', false)
) as cases (level, counted, fees, demerits, age, wanted);

select tests.make_member('kol', 'kol');
select tests.make_member('root', 'brand');
select set_config('tests.order_id', tests.put_order(tests.id('root'), tests.id('kol'))::text, true);
insert into private.demerits values (tests.id('kol'), tests.order_id(), 'late', now()),
  (tests.id('kol'), tests.order_id(), 'dispute_lost', now() + interval '1 day'), (tests.id('root'), tests.order_id(), 'chargeback', now() + interval '10 days');
select is(private.trade_record_of(tests.id('kol'), now() + age)::text, format('(0,0,%s)', wanted), format('a member''s demerits after %s count against %s counterparties', age, wanted))
from (values (interval '180 days -1 second', 4), ('180 days', 3), ('181 days -1 second', 3), ('181 days', 0)) as d (age, wanted);
select is((private.trade_record_of(tests.id('root'), now() + interval '10 days')).demerits, 10::numeric, 'a chargeback counts against ten counterparties');
select is((private.trade_record_of(tests.id('kol'), now())).fees, 0::numeric, 'a member who earned the market nothing has no fees');

-- Makes a cleared order with that brand. Counterparties of the member's own branch, and all but the first of
-- another branch, count a quarter.
create function pg_temp.trade(name text) returns void language sql as $$
  insert into private.holds (order_id, profile_id, currency, amount_minor, fees_minor, due_at, cleared_at)
  values (tests.put_order(tests.id(name), tests.id('kol')), tests.id('kol'), 'USD', 45000, 5000, now(), now())
$$;
select tests.make_invitee('root ' || n, 'brand', tests.id('root')) from generate_series(1, 3) as n;
select pg_temp.trade('root 1');
select is(private.trade_record_of(tests.id('kol'), now()), row(1, 50, 4)::private.trade_record, 'a counterparty of another branch counts as one with its fees');
select pg_temp.trade('root ' || n) from generate_series(2, 3) as n;
select is(private.trade_record_of(tests.id('kol'), now()), row(1.5, 150, 4)::private.trade_record, 'further counterparties of the same branch count a quarter each');
update private.branches set branch_id = tests.id('root') where profile_id = tests.id('kol');
select is((private.trade_record_of(tests.id('kol'), now())).counterparties, 0.75, 'counterparties of a member''s own branch count a quarter');
update private.settings set min_value = 0, value = 0.5 where key = 'trust_counted_most';
select is((private.trade_record_of(tests.id('kol'), now())).counterparties, 0.5, 'counterparties of one branch count at most what the setting says');

delete from private.demerits where kind = 'dispute_lost';
select is(private.next_reassessment(tests.id('kol'), now(), now() + age), now() + wanted, format('a member who is assessed after %s is assessed again after %s', age, coalesce(wanted::text,
  'no time')))
from (values (interval '0', interval '30 days'), ('30 days -1 second', '30 days'), ('30 days', '90 days'),
  ('90 days', '180 days'), ('180 days', null)) as d (age, wanted);
