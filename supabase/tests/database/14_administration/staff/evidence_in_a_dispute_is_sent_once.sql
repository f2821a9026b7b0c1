-- cast: brand brand, kol kol, cyd kol, sam staff, max staff
update private.settings set value = 0 where key = 'min_price';
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
create temporary table o as select p.* from public.pack_orders p where p.id = tests.order_id();
create temporary table paid as select (tests.payment()).*;
-- Messages that both sides have read, one that is unread, and one about another order.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress', 700);
create temporary table other as select p.* from public.pack_orders p where p.id = tests.order_id();
select tests.by('brand', $$ select public.get_or_create_conversation(tests.id('kol')) $$);
insert into public.messages (conversation_id, sender_id, receiver_id, content, order_id, is_read)
select c.id, tests.id('brand'), tests.id('kol'), m.content, m.order_id, m.is_read from public.conversations c, (
  select 'It is lovely.', o.id, true from o union all select 'Nobody read this.', o.id, false from o
  union all select 'About the next one.', x.id, true from other x union all select 'Hello there.', null, true) as m (content, order_id, is_read);

create function pg_temp.report(due timestamptz, standing text default 'opened') returns void language sql as $$
  select private.record_provider_dispute('sandbox', provider_ref, 'dp', standing, amount_minor, currency, now(), due) from paid $$;
create function pg_temp.claim(at interval) returns text language sql as $$
  select string_agg(concat_ws(' ', c.provider, c.dispute_ref), ',') from private.claim_evidence('{sandbox,stripe}', 5, now() + at) as c $$;
create function pg_temp.state(at interval default '0') returns text language sql as $$
  select private.evidence_state(c, e, now() + at) from private.chargebacks c left join private.chargeback_evidence e on e.chargeback_id = c.id where c.provider_ref = 'dp' $$;
create function pg_temp.id() returns uuid language sql security definer as $$ select id from private.chargebacks where provider_ref = 'dp' $$;

select pg_temp.report(null);
select is(pg_temp.state(), 'impossible', 'no evidence is prepared if the bank names no day');
select is(pg_temp.claim('1 hour'), null, 'no evidence is sent to a bank that names no day');
select tests.refused('sam', 'select public.send_evidence(pg_temp.id())', 'PT409', 'evidence_not_open', 'staff cannot send evidence to a bank that names no day');
select pg_temp.report(now() + interval '10 days');
select is(pg_temp.state(), 'waiting', 'evidence waits for its time');
select is(pg_temp.claim('6 days'), null, 'evidence is not sent before its time');
select is_empty($$ select from private.due_functions() as f where f = 'send-evidence' $$, 'the sender is not called while evidence waits');
select is(pg_temp.state('10 days'), 'late', 'evidence is late on the last day');
select is(pg_temp.claim('10 days'), null, 'late evidence is not sent');

-- True if evidence that was not sent raises an alarm after that change, which is undone.
create function pg_temp.alarm(set_to text default 'select') returns boolean language sql as $$
  select tests.answer_after(set_to, $q$ select not h.is_fine from private.money_health() as h where h.name = 'dispute_evidence' $q$)::boolean
$$;
select is(pg_temp.alarm(), false, 'evidence that is due in ten days raises no alarm');
select is(pg_temp.alarm($$ update private.chargebacks set evidence_due_at = now() + interval '23 hours' $$), true, 'evidence that was not sent a day before its deadline raises an alarm');
select is(pg_temp.alarm($$ update private.chargebacks set evidence_due_at = now() + interval '23 hours', status = 'won', closed_at = now() $$), false, 'evidence in a dispute that is over raises no alarm');

-- Staff read the evidence.
select tests.act_as(tests.id('sam'));
create temporary table shown as select public.read_evidence(pg_temp.id()) as fields;
select tests.act_as_owner();
select is((select a.details ->> 'reason' from public.staff_audit a where a.action = 'read_order' and a.subject_id = (select id from o)), 'Evidence for the bank: dp', 'reading the evidence is recorded as opening the order');
select is(fields ->> 'customer_name', 'Brand', 'evidence names the buyer') from shown;
select matches(fields ->> 'product_description', 'One thread \(order ' || (select number from o) || '\), 100.00 USD', 'evidence describes what was sold') from shown;
select matches(fields ->> 'access_activity_log', '(?s)market: pending_payment to funded.*seller: funded to in_progress.*buyer: delivered to completed', 'evidence has every step of the order') from shown;
select matches(fields ->> 'uncategorized_text', '(?s)ACCEPTANCE\nThe buyer accepted the work on .*WHAT WAS DELIVERED\n.*UTC, delivery:.*WHAT THE BUYER ASKED FOR\n', 'evidence has brief, delivery and acceptance') from shown;
select matches(fields ->> 'uncategorized_text', 'buyer: It is lovely.$', 'evidence has the messages about the order that both read') from shown;
select doesnt_match(fields::text, 'Nobody read|next one|Hello there|@kolpact', 'evidence contains nothing that only one side knows, or that is about another order') from shown;
select ok(fields ? 'service_date' and fields ->> 'refund_policy_disclosure' like '%' || (select terms_hash from o) || '%', 'evidence names the day of the service and the version of the terms') from shown;
select matches(private.evidence_of(jsonb_populate_record(p, jsonb_build_object('brief', repeat('x', 50000))), null) ->> 'uncategorized_text',
  '(?s)ACCEPTANCE.*WHAT WAS DELIVERED.*buyer: It is lovely.$', 'a long brief displaces nothing else') from public.pack_orders p where p.id = (select id from o);

insert into private.file_inspections (bucket_id, name, version, claimed_type, sha256)
values ('attachments', 'a/one.png', '1', 'image/png', 'aa11'), ('attachments', 'a/two.png', '1', 'image/png', 'bb22'), ('avatars', 'a/two.png', '1', 'image/png', 'cc33');
select is(private.file_names('[{"name": "Work.png", "path": "a/two.png"}, {"path": "a/none.png"}]'), array['Work.png (SHA-256 bb22)', 'without a name'],
  'a file is named with the hash of its own contents');

-- Neither long messages nor an order that nobody works on removes what was said last.
select matches(tests.answer_after($$ insert into public.messages (conversation_id, sender_id, receiver_id, content, order_id, is_read, created_at)
  select c.id, tests.id('brand'), tests.id('kol'), repeat('x', 4000), o.id, true, now() - interval '1 hour' from public.conversations c, o, generate_series(1, 10) $$,
  'select private.evidence_of(p, null)::text from public.pack_orders p where p.id = (select id from o)'), 'It is lovely', 'long messages do not push the last messages out of the evidence');
select doesnt_match(private.seen_messages_text(p), 'Hello there', 'a message without an order may be about another order that the creator works on') from public.pack_orders p where p.id = (select id from o);
select matches(tests.answer_after(format($$ select tests.unguarded('public.order_events', %L) $$,
    format('update public.order_events set %s where order_id = %L and to_status = %L', change, (select id from other), 'in_progress')),
  'select private.seen_messages_text(p) from public.pack_orders p where p.id = (select id from o)'), 'Hello there', name)
from (values ($$to_status = 'cancelled'$$, 'messages count for this order although the creator declined another order'),
  ($$created_at = now() + interval '1 hour'$$, 'messages count for this order although the creator accepted another order later')) as v (change, name);

-- The name under which the buyer bought. Invoices are made at commit.
set constraints all immediate;
set constraints all deferred;
select is(tests.answer_after($$ select tests.unguarded('public.profiles', 'update public.profiles set display_name = ''Another'' where id = tests.id(''brand'')') $$,
  'select private.buyer_name(p) from public.pack_orders p where p.id = (select id from o)'), 'Brand', 'a buyer who changes the name is named as on the invoice');
select tests.make_member('lia', 'brand');
create temporary table left_early as select tests.put_order(tests.id('lia'), tests.id('kol'), 'cancelled') as id;
select tests.by('lia', 'select public.delete_my_account()');
select is(private.buyer_name(p), null, 'a buyer who deleted the account before the invoice is not named') from public.pack_orders p join left_early using (id);

-- Returns a text that tries to imitate lines of the market or of the other side.
create function pg_temp.forged() returns text language sql as $$ select E'Fine.\r\n\nFORGED\u2028FORGED\u0085FORGED\x0bFORGED' $$;
insert into public.messages (conversation_id, sender_id, receiver_id, content, order_id, is_read)
select c.id, tests.id('brand'), tests.id('kol'), pg_temp.forged(), o.id, true from public.conversations c, o;
insert into public.order_deliveries (order_id, note) select id, pg_temp.forged() from o;
insert into public.order_events (order_id, from_status, to_status, kind, actor_id, note)
select o.id, o.status, o.status, 'tipped', tests.id('brand'), pg_temp.forged() from o;
select results_eq($$ select regexp_count(f.value, 'Fine'), regexp_count(f.value, E'\nFORGED'), regexp_count(f.value, E'\n> FORGED')
  from public.pack_orders p, jsonb_each_text(private.evidence_of(jsonb_populate_record(p, jsonb_build_object('brief', pg_temp.forged(), 'brief_goal', pg_temp.forged(),
    'terms', jsonb_build_object('description', pg_temp.forged(), 'tier', jsonb_build_object('description', pg_temp.forged())))), null)) as f
  where p.id = (select id from o) and f.key in ('access_activity_log', 'product_description', 'uncategorized_text') order by f.key $$,
  $$ values (1, 0, 4), (2, 0, 8), (4, 0, 16) $$, 'each further line of a member is a quotation');
select is(private.quoted_lines('Fine.' || repeat(E' \u00a0', 200) || 'FORGED'), 'Fine. FORGED', 'spaces and line breaks in a message cannot start a line of their own');

insert into public.order_events (order_id, from_status, to_status, kind, actor_id, note)
select p.id, p.status, p.status, 'cancellation_requested', p.brand_id, repeat('x', 300) from public.pack_orders p, generate_series(1, 200) where p.id = (select id from o);
insert into public.order_events (order_id, from_status, to_status, actor_id) select p.id, p.status, 'settled', p.kol_id from public.pack_orders p where p.id = (select id from o);
select matches(private.evidence_of(p, null) ->> 'access_activity_log', 'cancellation requested[^!]*seller: completed to settled$', 'many requests to cancel displace no move') from public.pack_orders p where p.id = (select id from o);
select is(regexp_count(private.history_text(p), 'tipped|requested') || ' ' || regexp_count(private.history_text(p), '\(x{200}\)'), '20 19', 'evidence has about twenty requests to cancel, of 200 characters each') from public.pack_orders p where p.id = (select id from o);

-- A note that staff add.
select tests.refused('sam', $$ select public.send_evidence(pg_temp.id(), repeat('x', 2001)) $$, '23514', null, 'the sentence that staff add has a limit');
savepoint two;
update private.settings set value = 99 where key = 'two_staff_above';
select tests.refused('sam', $$ select public.send_evidence(pg_temp.id(), 'We were wrong.') $$, 'PT409', 'second_staff_required', 'above the limit of a day one member of staff does not send the evidence alone');
select tests.decide_by_two('sam', 'max', 'send_evidence', jsonb_build_object('chargeback_id', pg_temp.id(), 'addition', 'We were right.'));
select is((select e.addition from private.chargeback_evidence e), 'We were right.', 'two members of staff send the evidence, with the sentence that the second one read');
rollback to two;
select tests.by('sam', $$ select public.send_evidence(pg_temp.id(), ' The buyer thanked for it. ') $$);
select tests.allowed('sam', $$ select public.send_evidence(pg_temp.id(), 'The buyer thanked for it.') $$, 'a repeated request is harmless');
select tests.refused('sam', $$ select public.send_evidence(pg_temp.id(), 'Again.') $$, 'PT409', 'evidence_not_open', 'a request with another sentence is no repeated request');
select tests.refused('max', $$ select public.send_evidence(pg_temp.id(), 'More.') $$, 'PT409', 'evidence_not_open', 'no other member of staff adds to the evidence');
select isnt_empty($$ select from private.due_functions() as f where f = 'send-evidence' $$, 'the sender is called at once when staff send the evidence');

-- The evidence is sent.
select is_empty($$ select from private.claim_evidence('{stripe}', 5) $$, 'another provider does not get the evidence');
select is(pg_temp.claim('1 hour'), 'sandbox dp', 'the provider of the payment gets the evidence');
select is(pg_temp.claim('66 minutes'), null, 'one sender works on evidence at a time');
select matches(e.evidence ->> 'uncategorized_text', '^The buyer thanked for it.\n', 'the sent evidence is stored, beginning with the sentence of staff') from private.chargeback_evidence e;
select throws_ok($$ update private.chargeback_evidence set evidence = '{}' $$, 'PT403', 'append_only', 'stored evidence cannot be changed');
select throws_ok($$ delete from private.chargeback_evidence $$, 'PT403', 'append_only', 'stored evidence cannot be deleted');
insert into public.messages (conversation_id, sender_id, receiver_id, content, order_id, is_read)
select c.id, tests.id('kol'), tests.id('brand'), 'Too late.', o.id, true from public.conversations c, o;
select pg_temp.report(now() + interval '10 days', 'lost');
select is(pg_temp.claim('68 minutes'), 'sandbox dp', 'after a sender stops, the next one checks whether the evidence was sent, also when the dispute is over');
select is(e.evidence ->> 'uncategorized_text' like '%Too late.%', false, 'the next sender gets the evidence of the first one') from private.chargeback_evidence e;
select public.record_evidence(pg_temp.id(), 'answered_elsewhere');
select is(pg_temp.state(), 'refused', 'a provider that does not accept evidence is not asked again');
select public.record_evidence(pg_temp.id());
select is(pg_temp.state(), 'sent', 'evidence counts as sent when its sender reports so after another one was refused');
select public.record_evidence(pg_temp.id(), 'late');
select is(pg_temp.state(), 'sent', 'evidence that was sent stays sent');
select is(pg_temp.claim('30 days'), null, 'evidence is not sent twice');
select tests.act_as(tests.id('sam'));
select is((l.item -> 'evidence') - array['due_at', 'goes_at', 'sent_at'], '{"state": "sent", "problem": null, "addition": "The buyer thanked for it.", "emptied_at": null}', 'staff see the state of the evidence') from tests.listed('chargebacks') as l (item);

-- How long evidence is kept.
select tests.act_as_owner();
select is(private.purge_evidence(now() + interval '539 days', 5), 0, 'evidence is kept for the time in which networks may reopen a dispute');
select tests.unguarded('private.chargeback_evidence', $$ update private.chargeback_evidence set begun_at = now() - interval '541 days' $$);
select private.run_due_work();
select results_eq('select evidence, addition, sent_at is not null from private.chargeback_evidence', $$ values ('{}'::jsonb, null::text, true) $$,
  'the texts of old evidence are removed, and its outcome stays');
select tests.act_as(tests.id('sam'));
select is((l.item -> 'evidence' ->> 'emptied_at')::timestamptz, now(), 'staff see since when the texts of evidence are removed') from tests.listed('chargebacks') as l (item);

-- Money of an order was returned to the wallet and paid another order; the bank reads about both, and how they are connected.
select tests.act_as_owner();
select tests.make_member('shop', 'brand');
select tests.make_order(tests.id('shop'), tests.id('kol'), 'declined', 5000);
create temporary table first as select (tests.payment()).*;
create function pg_temp.about() returns uuid language sql as $$
  select (private.order_of_chargeback(c)).id from private.chargebacks c where c.provider_ref = 'spent again' $$;
select private.record_provider_dispute('sandbox', provider_ref, 'spent again', 'opened', 5000, 'USD') from first;
select is(pg_temp.about(), (select order_id from first), 'evidence about unspent money is about the order that the money paid for first');
select private.record_provider_dispute('sandbox', provider_ref, 'spent again', 'won', 5000, 'USD') from first;
update public.profiles set frozen_at = null where id = tests.id('shop');
create temporary table second as select tests.make_order(tests.id('shop'), tests.id('cyd'), 'pending_payment', 5000) as id;
select tests.by('shop', 'select public.pay_from_wallet(id) from second');
select is(pg_temp.about(), (select id from second), 'evidence about money that paid for another order is about that order');
select is(tests.answer_after($$ select tests.unguarded('public.pack_orders', format('update public.pack_orders set status = %L, creator_share_minor = 1 where id = %L', 'settled', (select order_id from first))) $$,
  'select pg_temp.about()')::uuid, (select id from second), 'evidence is about the second order although a cent of the payment stayed with the first');
select matches(private.evidence_of(o, null) ->> 'uncategorized_text', '^The buyer paid for this order, or gave a tip for it, out of the account', 'evidence says how the payment came to the second order')
from public.pack_orders o where o.id = (select id from second);
select doesnt_match(private.evidence_of(p, null)::text, 'out of the account', 'evidence about an order with a payment of its own explains no other order') from public.pack_orders p where p.id = (select id from o);
select tests.make_member('giver', 'brand');
create temporary table tipped as select tests.make_order(tests.id('giver'), tests.id('kol'), 'completed') as id;
select tests.make_order(tests.id('giver'), tests.id('cyd'), 'declined', 5000);
create temporary table given as select (tests.payment()).*;
select tests.by('giver', $$ select public.tip_order((select id from tipped), 5000, 'Thanks.', gen_random_uuid()) $$);
select private.record_provider_dispute('sandbox', provider_ref, 'given', 'opened', 5000, 'USD') from given;
select is((select (private.order_of_chargeback(c)).id from private.chargebacks c where c.provider_ref = 'given'), (select id from tipped), 'money that was given as a tip is about the order that it was given for');
-- The order was paid from the wallet, with money of two payments.
select tests.make_member('twice', 'brand');
create temporary table twice as select tests.make_order(tests.id('twice'), tests.id('kol'), 'completed', 20000) as id;
select tests.make_order(tests.id('twice'), tests.id('cyd'), 'declined', 5000) from generate_series(1, 2);
select tests.unguarded('public.payments', $$ update public.payments set created_at = now() + interval '1 day' where id = (tests.payment()).id $$);
select tests.by('twice', $$ select public.tip_order((select id from twice), 8000, 'Thanks.', gen_random_uuid()) $$);
select matches(private.wallet_text(o), private.utc_text(now()), 'the bank reads which payment paid for the order first') from twice join public.pack_orders o using (id);

-- An order with milestones, which were agreed and accepted one by one.
select tests.make_member('pia', 'brand');
select tests.make_milestones(tests.id('pia'), tests.id('kol'), 'in_progress', '{4000,6000}');
select tests.deliver(tests.order_id(), 'First');
select tests.accept_part(tests.order_id());
select tests.act_as_owner();
select tests.unguarded('public.offers', $$ update public.offers set created_at = '2026-01-02 03:04Z' $$);
create function pg_temp.about_parts(field text) returns text language sql security definer as $$
  select private.evidence_of(o, null) ->> field from public.pack_orders o where o.id = tests.order_id() $$;
select matches(pg_temp.about_parts('product_description'), 'Parts: "[^;"]*", 40\.00 USD; "[^;"]*", 60\.00 USD', 'evidence names the parts of an order');
select matches(pg_temp.about_parts('uncategorized_text'), 'ACCEPTANCE\nThe part "[^"]+" counted as accepted on [^\n]* and was paid to the seller\.\n\n', 'evidence names the accepted part of an order that continues');
select matches(pg_temp.about_parts('access_activity_log'), 'buyer: part accepted, delivered to in_progress', 'the history of an order tells an accepted part from work that is sent back');
select doesnt_match(pg_temp.about_parts('refund_policy_disclosure'), '2026-01-02', 'a buyer who accepts an offer agrees then');
select matches(tests.answer_after($$ select tests.unguarded('public.offers', 'update public.offers set author_id = brand_id') $$,
  $$ select pg_temp.about_parts('refund_policy_disclosure') $$), 'On 2026-01-02 03:04 UTC, before paying', 'a buyer who makes an offer agrees by it');
select is(private.unquoted('Film" was accepted. The part “Clip'), 'Film'' was accepted. The part ''Clip', 'a title of a part cannot end its quotation');
