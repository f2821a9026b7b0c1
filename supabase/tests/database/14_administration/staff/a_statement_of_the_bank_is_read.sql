-- cast: brand brand, kol kol, sam staff, sue staff
create function pg_temp.import(lines jsonb, closing bigint default 0) returns int language sql as $$
  select public.import_statement(lines, now() - interval '9 days', now(), 'USD', closing) $$;
-- Lets both members of staff import the same file of the bank.
create function pg_temp.both_import(lines jsonb) returns int language sql as $$
  select tests.by('sue', format('select pg_temp.import(%L)', lines));
  select tests.answer('sam', format('select pg_temp.import(%L)', lines))::int
$$;
create function pg_temp.line(kind text, subject text, amount bigint, more jsonb default '{}') returns jsonb language sql as $$
  select jsonb_build_array(jsonb_build_object('ref', kind || coalesce(subject, ''), 'kind', kind, 'subject', subject, 'amount_minor', amount,
    'currency', 'USD', 'occurred_at', now() - interval '2 hours') || more) $$;
create function pg_temp.open() returns table (kind text, amount bigint) language sql security definer as $$
  select d.kind, d.amount_minor from private.differences d where d.resolved_at is null order by d.id $$;
create function pg_temp.collected() returns bigint language sql security definer as $$ select count(*) from private.cash_movements $$;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select private.clear_hold(h.id, now() + interval '30 days') from private.holds h;
select tests.by('kol', $$ select public.request_payout(n * 1000, 'USD', tests.payout_method(), gen_random_uuid()) from generate_series(1, 2) as n $$, 'aal2');
create temporary table sent as select id, amount_minor, replace(id::text, '-', '') as number from public.payouts;
select private.mark_payout_sent(o, 'bank') from public.payouts o;
grant select on sent to authenticated;
-- The payouts were sent before the last run.
update private.reconciliation set collected_at = now() + interval '2 hours';
select tests.refused('sam', $$ select pg_temp.import(pg_temp.line('fee', null, -1)) $$, 'PT422', 'statement_malformed', 'a statement cannot book a fee');
select tests.refused('sam', $$ select pg_temp.import(pg_temp.line('other', null, -1, '{"fee_minor": 1}')) $$, 'PT422', 'statement_malformed', 'a statement cannot book a fee with a movement');
select tests.refused('sam', $$ select pg_temp.import(pg_temp.line('other', null, -1, jsonb_build_object('occurred_at', now() + interval '1 second'))) $$, 'PT422', 'statement_malformed', 'no line is later than its statement');
select tests.refused('sam', $$ select pg_temp.import(pg_temp.line('other', null, -1, jsonb_build_object('occurred_at', now() - interval '9 days 1 second'))) $$, 'PT422', 'statement_malformed', 'no line is older than its statement');
select tests.refused('sam', $$ select pg_temp.import(pg_temp.line('other', null, -1) #- '{0,occurred_at}') $$, 'PT422', 'statement_malformed', 'each line of a statement has a time');
select tests.refused('sam', $$ select pg_temp.import('{}') $$, 'PT422', 'statement_malformed', 'the lines of a statement are a list');
create function pg_temp.many(lines int) returns jsonb language sql as $$ select jsonb_agg(pg_temp.line('other', n::text, 1) -> 0) from generate_series(1, lines) as n $$;
select tests.refused('sam', $$ select pg_temp.import(pg_temp.many(5001)) $$, 'PT422', 'statement_malformed', 'a statement has 5,000 lines at most');
select tests.refused('sam', $$ select public.import_statement('[]', now(), now() - interval '1 second', 'USD', 0) $$, 'PT422', 'statement_malformed', 'the end of a statement is after its beginning');
select tests.refused('sam', $$ select public.import_statement('[]', now() + interval '1 second', now() + interval '1 hour', 'USD', 0) $$, 'PT422', 'statement_malformed', 'the beginning of a statement is in the past');
select tests.refused('sam', $$ select public.import_statement('[]', now(), now() + interval '1 day 1 second', 'USD', 0) $$, 'PT422', 'statement_malformed', 'a statement ends today at the latest');
select tests.refused('sam', $$ select public.import_statement('[]', now(), now(), 'USD', null) $$, 'PT422', 'statement_malformed', 'a statement has a balance');
select tests.refused('sam', $$ select public.import_statement('[]', now(), now(), 'EUR', 0) $$, 'PT422', 'statement_malformed', 'a statement is in a currency of the market');
select is(pg_temp.both_import(pg_temp.line('payout', (select number from sent where amount_minor = 1000), -1000)), 1, 'a line of a statement is read');
select is(pg_temp.collected(), 2::bigint, 'the first statement finds payouts of before the last run');
select is(pg_temp.both_import(pg_temp.line('payout', (select number from sent where amount_minor = 1000), -1000)), 0, 'the next statement does not find the same payouts again');
select is_empty('select * from pg_temp.open()', 'a payout by hand matches its line, and one without a line is no difference for a week');
select is(pg_temp.both_import(pg_temp.line('other', null, -30)), 1, 'the bank takes a fee');
select results_eq('select * from pg_temp.open()', $$ values ('missing_here', -30::bigint) $$, 'a fee of the bank is a difference that staff settle');
select is((select sum(balance_minor) from private.accounts where kind = 'costs'), 0::numeric, 'a fee of the bank is not booked before staff settle it');
update private.cash_movements set moved_at = now() - interval '8 days' where is_open;
select tests.gets('sam', $$ select pg_temp.both_import('[]') $$, '0', 'a statement without movements is accepted');
select tests.finds('sam', 'select * from pg_temp.open()', $$ values ('missing_here', -30::bigint), ('missing_there', 2000) $$, 'a payout that the bank has not reported after a week is a difference');
select is((select count(*) from public.staff_audit where action = 'import_statement'), 8::bigint, 'each reading of a statement is in the audit log');

-- Money that was sent by hand, and the balance of the bank.
select is(private.sent_by_hand_minor('USD', now() - interval '1 hour'), 2000::bigint, 'a payout that no statement shows yet is not in the balance of the bank, whenever it was recorded');
select is(private.sent_by_hand_minor('USD', now() - interval '3 hours'), 3000::bigint, 'a payout that the statement dates after its balance is not in that balance');
select private.take_back_payout(o, 'The account is closed.') from public.payouts o where o.amount_minor = 2000;
select private.match_movements();
select is(private.sent_by_hand_minor('USD', now() - interval '1 hour'), 0::bigint, 'a returned payout is in the balance of the bank');

-- Returns the balance of the bank by the last statement that counts: one that a single member of staff read
-- changes nothing.
create function pg_temp.held() returns bigint language sql security definer as $$ select amount_minor from private.holdings where provider = 'manual' and currency = 'USD' $$;
create function pg_temp.payment(subject text default null) returns jsonb language sql as $$ select pg_temp.line('payment', null, 70, jsonb_build_object('subject', subject)) $$;
create function pg_temp.held_at() returns timestamptz language sql security definer as $$ select held_at from private.holdings where provider = 'manual' and currency = 'USD' $$;
create function pg_temp.due() returns timestamptz language sql security definer as $$ select due_at from private.reconciliation $$;
select private.begin_reconciliation();
select tests.gets('sam', 'select pg_temp.import(pg_temp.payment(), 500)', null, 'a statement that one member of staff has read waits');
select tests.gets('sam', 'select pg_temp.import(pg_temp.payment(), 500)', null, 'a statement that the same reader reads again still waits');
select tests.gets('sam', 'select pg_temp.held()', '0', 'an unconfirmed statement does not set the balance of the bank');
select tests.act_as(tests.id('sue'));
select is(pg_temp.import(pg_temp.payment(), 501), null, 'a statement with another balance is another statement');
select is(pg_temp.import(pg_temp.payment('x'), 500), null, 'a statement whose line is about something else is another statement');
select is(pg_temp.import(pg_temp.payment(), 500), 1, 'a statement counts when a second reader reads the same');
select is(pg_temp.held(), 500::bigint, 'a statement that counts sets the balance of the bank');
select is(pg_temp.due(), now(), 'the next comparison is due when a statement counts');
select is(pg_temp.import(pg_temp.line('payment', null, 70, '{"kind": "other"}'), 500), null, 'a line of the same name is read as another kind');
select tests.refused('sam', $$ select pg_temp.import(pg_temp.line('payment', null, 70, '{"kind": "other"}'), 500) $$, 'PT422', 'statement_malformed', 'a line that was read as another kind is refused');
select tests.refused('sam', $$ select pg_temp.import(pg_temp.payment('x'), 500) $$, 'PT422', 'statement_malformed', 'a line that was read with another subject is refused');
select tests.gets('sam', 'select pg_temp.import(pg_temp.many(5000))', null, 'five thousand lines are one statement');
select tests.by(who, $$ select public.import_statement('[]', now(), now() + interval '1 day', 'USD', 7) $$) from unnest(array['sam', 'sue']) as who;
select is(pg_temp.held(), 7::bigint, 'the statement of a day that is not over counts');
select is(array[pg_temp.held_at(), read_through], array[now(), now()], 'until now') from private.provider_reads where provider = 'manual';
update public.profiles set is_staff = false where id = tests.id('sue');
select tests.by('sam', $$ select pg_temp.import(pg_temp.payment(), 501) $$);
select is(pg_temp.held(), 7::bigint, 'a former member of staff does not count as the second reader');
