-- ledger: made by hand
-- cast: brand brand, kol kol, sam staff, sue staff, una staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
create temporary table paid as select (tests.payment()).*;
select private.clear_hold(h.id, now() + interval '30 days') from private.holds h;
select tests.by('kol', $$ select public.request_payout(1000, 'USD', tests.payout_method(), gen_random_uuid()) $$, 'aal2');
insert into private.payout_attempts (payout_id, nr, request, leased_until, transfer_ref) select id, 1, '{}', now(), 'tr_1' from public.payouts;
select private.mark_payout_sent(o, 'bank') from public.payouts o;
insert into private.chargebacks (provider, provider_ref, kind, payment_ref, payment_id, brand_id, amount_minor, currency, loss_minor)
select 'sandbox', 'dp_1', 'dispute', p.provider_ref, p.id, tests.id('brand'), 1, 'USD', 1 from paid p;
insert into public.payouts (profile_id, amount_minor, currency, method, source, payment_id, provider, status, provider_ref, idempotency_key)
select tests.id('brand'), 1, 'USD', 'sandbox x', 'wallet', p.id, 'sandbox', 'sent', 're_1', gen_random_uuid() from paid p;
select private.provider_read_from(name) from unnest(array['manual', 'sandbox']) as name;

-- Lists reported movements, one for each kind of reference by which a movement can be matched.
create temporary table lines (nr int, provider text, kind text, subject text, concerns text);
insert into lines
select 1, 'manual', 'payout', replace(o.id::text, '-', ''), 'kol' from public.payouts o where o.source = 'available'
union all values (2, 'sandbox', 'payout', 'tr_1', 'kol'), (3, 'sandbox', 'refund', 're_1', 'brand'), (4, 'sandbox', 'dispute', 'dp_1', 'brand')
union all select 5, 'sandbox', 'payment', p.order_id::text, name from paid p, unnest(array['brand', 'kol']) as name
union all select 6, 'sandbox', 'payment', p.provider_ref, 'brand' from paid p
union all values (7, 'sandbox', 'other', null, null), (8, 'sandbox', 'other', '---', null);
insert into private.provider_lines (provider, provider_ref, kind, subject, amount_minor, currency, occurred_at)
select distinct l.provider, 'line ' || l.nr, l.kind, l.subject, -7, 'USD', now() from lines l;
insert into private.differences (kind, line_id, amount_minor, currency) select 'missing_here', l.id, -7, 'USD' from private.provider_lines l;
create function pg_temp.found(nr int) returns bigint language sql security definer as $$
  select d.id from private.differences d join private.provider_lines l on l.id = d.line_id where l.provider_ref = 'line ' || nr $$;
select ok(private.members_of_difference(pg_temp.found(l.nr)) @> array[tests.id(l.concerns)], format('line %s, a %s, is about the %s', l.nr, l.kind, l.concerns))
from lines l where l.concerns is not null order by l.nr;
select is(private.members_of_difference(pg_temp.found(l.nr)), '{}', 'a line without a reference is about no member') from lines l where l.concerns is null;
-- A movement of the ledger is recognised by the payment or payout that it is about, whatever its reference is.
insert into private.cash_movements (transfer_id, provider, kind, subject, amount_minor, currency, moved_at)
select t.id, 'manual', 'payout', 'x', 7, 'USD', now() from private.transfers t where t.event = 'payout_sent';
insert into private.differences (kind, transfer_id, amount_minor, currency) select 'missing_there', m.transfer_id, -7, 'USD' from private.cash_movements m;
select is(private.members_of_difference((select max(id) from private.differences)), array[tests.id('kol')], 'a movement without a line is about the member who was paid');
insert into private.cash_movements (transfer_id, provider, kind, subject, amount_minor, currency, moved_at)
select min(t.id), 'sandbox', 'payment', 'y', 7, 'USD', now() from private.transfers t where t.event = 'payment';
insert into private.differences (kind, transfer_id, amount_minor, currency) select 'missing_there', m.transfer_id, -7, 'USD' from private.cash_movements m where m.subject = 'y';
select results_eq('select private.is_of_payout(d) from private.differences d where d.transfer_id is not null order by d.id', array[true, false], 'a movement of a payout is about a payout, one of a refund is not');

-- The creator becomes a member of staff.
select private.appoint_staff(tests.id('kol'));
select tests.refused('kol', $$ select public.resolve_difference(pg_temp.found(1), 'costs', 'Fees.') $$, 'PT403', 'not_allowed', 'nobody can settle a difference about a payment to themselves');
select tests.refused('sam', $$ select public.resolve_difference(pg_temp.found(1), 'explained', 'A return.') $$, 'PT409', 'second_staff_required',
  'two members of staff settle a difference about a payout, of whatever size');
select tests.refused('sam', $$ select public.resolve_difference(pg_temp.found(3), 'capital', 'A return.') $$, 'PT409', 'second_staff_required', 'two members of staff settle a difference about a refund');
update private.provider_lines set kind = 'payout_returned' where provider_ref = 'line 2';
select tests.refused('sam', $$ select public.resolve_difference(pg_temp.found(2), 'capital', 'A return.') $$, 'PT409', 'second_staff_required', 'two members of staff settle a payout that the bank sent back');
update private.provider_lines set amount_minor = 7 where provider_ref = 'line 5';
update private.differences d set amount_minor = 7 from private.provider_lines l where l.id = d.line_id and l.provider_ref = 'line 5';
select tests.refused('sam', $$ select public.resolve_difference(pg_temp.found(5), 'suspense', 'Somebody''s.') $$, 'PT422', 'resolution_not_possible',
  'a payment that names its order is not booked as money of somebody unknown, as its event may still come');
select tests.refused('sam', $$ select public.resolve_difference(pg_temp.found(5), 'capital', 'Ours.') $$, 'PT409', 'second_staff_required', 'one member of staff does not book a payment as the market''s own');
select tests.refused('sam', $$ select public.resolve_difference(pg_temp.found(5), 'costs', 'Ours.') $$, 'PT409', 'second_staff_required', 'one member of staff does not book a payment as less of the costs');
select tests.refused('sam', format('select public.resolve_difference(%s, ''explained'', ''A test.'')', pg_temp.found(nr)), 'PT409', 'second_staff_required',
  'one member of staff does not explain away ' || of_whom) from (values (4, 'a dispute of a brand'), (5, 'a payment of an order'), (6, 'a payment of a brand')) as d (nr, of_whom);
select tests.allowed('sam', 'select public.resolve_difference(pg_temp.found(8), ''explained'', ''Ours.'')', 'one member of staff explains a difference that names nobody');
select tests.allowed('kol', $$ select public.resolve_difference(pg_temp.found(7), 'costs', 'Fees.') $$, 'staff settle a difference that is not about them');
select tests.by('sam', $$ select public.propose_staff_act('resolve_difference', jsonb_build_object('difference_id', pg_temp.found(1), 'resolution', 'costs', 'note', 'Fees.')) $$);
select set_config('tests.proposal', (select id::text from public.staff_proposals), true);
select tests.refused('kol', 'select public.confirm_staff_proposal(current_setting($$tests.proposal$$)::uuid)', 'PT403', 'not_allowed', 'nobody can confirm a proposal about a difference of their own');
select tests.refused('kol', 'select public.withdraw_staff_proposal(current_setting($$tests.proposal$$)::uuid)', 'PT403', 'not_allowed', 'nobody can withdraw a proposal about a difference of their own');
create function pg_temp.proposed() returns jsonb language sql as $$
  select jsonb_agg(i -> 'id') from tests.listed('books') as i where (i -> 'is_proposed')::boolean $$;
select tests.gets('kol', $$ select waiting from public.staff_queue() where section = 'proposals' $$, '0', 'the queue does not count a proposal about a difference of the reader''s own');
select tests.gets('kol', 'select pg_temp.proposed()', null, 'nobody can read that a difference of their own waits for a second member of staff');
select tests.gets('kol', $$ select count(*) from tests.listed('books') as i where (i ->> 'id')::bigint = any (array[pg_temp.found(1), pg_temp.found(2), pg_temp.found(5)]) $$,
  '0', 'nobody can read a difference of their own');
select tests.act_as(tests.id('una'));
select is(pg_temp.proposed(), jsonb_build_array(pg_temp.found(1)), 'other staff read that the difference waits for a second member of staff');
select tests.allowed('sue', 'select public.confirm_staff_proposal(id) from public.staff_proposals', 'other staff settle a difference about a colleague');

-- Returns the notes about the settlement that this member of staff reads in the log.
create function pg_temp.log(who text) returns text language sql as $$
  select tests.answer(who, $q$ select string_agg(coalesce(i #>> '{details,note}', 'no words'), ', ') from tests.listed('audit', '{"kind": "resolve_difference"}') as i
    where i #>> '{details,difference_id}' = pg_temp.found(1)::text $q$)
$$;
select is(pg_temp.log('kol'), null, 'staff read no act of others about a difference of their own');
select is(pg_temp.log('una'), 'no words', 'other staff read how the difference was settled, but not the note');
select tests.by('una', $$ select public.read_member(tests.id('kol'), 'A question of the bank.') $$);
select is(pg_temp.log('una'), 'Fees.', 'staff who have opened the member read the note, too');
select is(pg_temp.log('sue'), 'Fees.', 'staff who settled the difference read the note');
