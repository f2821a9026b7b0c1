-- cast: brand brand, payer brand, kol kol, other kol, sam staff
-- Issues the papers that wait for the commit.
create function pg_temp.commit() returns void language plpgsql as $$
begin
  set constraints all immediate;
  set constraints all deferred;
end;
$$;
create function pg_temp.papers(order_id uuid default tests.order_id()) returns text language sql as $$
  select coalesce(string_agg(concat_ws(' ', p.number, p.subject, p.total_minor, (select m.name from tests.people m where m.profile_id = p.buyer_id),
    'for ' || p.corrects_number), ', ' order by p.issued_at, p.kind desc, p.sequence), 'none')
  from public.papers p where p.order_id = papers.order_id
$$;
create function pg_temp.report(outcome text, amount bigint) returns void language plpgsql as $$
begin
  perform tests.act_as_owner();
  perform private.record_provider_dispute('sandbox', (tests.payment()).provider_ref, 'dp ' || tests.order_id(), outcome, amount, 'USD');
  perform pg_temp.commit();
end;
$$;
create function pg_temp.year() returns text language sql as $$ select to_char(now() at time zone 'UTC', 'YYYY') $$;

update private.settings set value = 5 where key = 'buyer_fee';
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select pg_temp.commit();
select is(pg_temp.papers(), 'none', 'nothing is invoiced before it is earned');
select tests.by('brand', 'select public.complete_order(tests.order_id())');
select pg_temp.commit();
select is(pg_temp.papers(), format('I-%1$s-000001 order 10000 brand, F-%1$s-000001 fee 1000 kol, F-%1$s-000002 buyer_fee 500 brand', pg_temp.year()),
  'a completed order has an invoice to the brand, and one of each fee');
select results_eq($$ select n.event, n.data ->> 'paper_number' from public.notifications n join private.email_outbox o on n.id = any (o.notification_ids)
    where n.data ? 'paper_number' and n.user_id = tests.user_id(tests.id('brand')) and o.send_after <= now() $$,
  format($$ values ('invoice_issued', 'I-%s-000001') $$, pg_temp.year()), 'the brand gets an e-mail about the invoice at once, and about no fee');
select results_eq('select seller, buyer, title, vat_category, vat_minor from public.papers where kind = $$invoice$$',
  $$ values ('{"legal_name": "Kol"}'::jsonb, '{"legal_name": "Brand"}'::jsonb, 'One thread', 'O', 0::bigint) $$, 'without company data a paper has the names of the profiles');

update private.settings set value = 0 where key = 'buyer_fee';
select tests.make_order(tests.id('brand'), tests.id('kol'), 'cancelled');
select pg_temp.commit();
select is(pg_temp.papers(), 'none', 'a refund of an amount that was never invoiced has no credit note');

select tests.make_order(tests.id('brand'), tests.id('kol'), 'settled');
select pg_temp.commit();
select is(pg_temp.papers(), format('I-%1$s-000002 order 5000 brand, F-%1$s-000003 fee 500 kol', pg_temp.year()), 'a settled order is invoiced with the creator''s share');

select tests.make_milestones(tests.id('brand'), tests.id('kol'), 'in_progress', '{4000,6000}');
select tests.deliver(tests.order_id(), 'First');
select tests.accept_part(tests.order_id());
select tests.act_as_owner();
select pg_temp.commit();
select is(pg_temp.papers(), format('I-%1$s-000003 milestone 4000 brand, F-%1$s-000004 fee 400 kol', pg_temp.year()), 'an accepted milestone is invoiced');
select is((select title from public.papers where subject = 'milestone'), 'Part 1', 'the invoice of a milestone names the milestone');

-- Chargebacks are documented by credit notes.
select tests.make_order(tests.id('payer'), tests.id('other'), 'completed');
select pg_temp.commit();
select pg_temp.report('opened', 10000);
select pg_temp.report('lost', 10000);
select tests.act_as_owner();
select private.work_chargebacks(now() + interval '8 days');
select pg_temp.commit();
select results_eq($$ select p.number, p.total_minor, p.corrects_number from public.papers p where p.order_id = tests.order_id() and p.kind = 'credit_note' $$,
  format($$ values ('C-%1$s-000001', 9000::bigint, 'I-%1$s-000004') $$, pg_temp.year()), 'a lost chargeback that takes earnings back has a credit note for the invoice');
select results_eq($$ select n.title, o.send_after <= now() from public.notifications n join private.email_outbox o on n.id = any (o.notification_ids)
    where n.event = 'credit_note_issued' and n.user_id = tests.user_id(tests.id('payer')) $$,
  format($$ values ('Credit note C-%s-000001 for 90.00 USD', true) $$, pg_temp.year()), 'the brand gets an e-mail about the credit note at once');
select pg_temp.report('won', 10000);
select results_eq($$ select p.number, p.total_minor, p.corrects_number from public.papers p where p.order_id = tests.order_id() and p.subject = 'given_back' $$,
  format($$ values ('I-%1$s-000005', 9000::bigint, 'C-%1$s-000001') $$, pg_temp.year()), 'a dispute that is won in the end issues an invoice again');
update public.profiles set frozen_at = null where id = tests.id('payer');
select tests.make_order(tests.id('payer'), tests.id('other'), 'declined', 500);
select tests.make_order(tests.id('payer'), tests.id('other'), 'completed');
select tests.by('payer', $$ select public.tip_order(tests.order_id(), 500, 'Thanks.', gen_random_uuid()) $$);
select pg_temp.report('opened', 10000);
select pg_temp.report('lost', 10000);
select private.work_chargebacks(now() + interval '8 days');
select pg_temp.commit();
select results_eq($$ select c.total_minor, i.subject from public.papers c join public.papers i on i.id = c.corrects_id where c.order_id = tests.order_id() $$,
  $$ values (9000::bigint, 'order') $$, 'a credit note corrects the invoice of the work, not the one of a later tip');
savepoint more;
select private.issue_credit_notes(t, o, 2000) from private.transfers t join public.pack_orders o on o.id = t.order_id where o.id = tests.order_id() and t.event = 'completion';
select results_eq($$ select sum(c.total_minor), i.subject from public.papers c join public.papers i on i.id = c.corrects_id where c.order_id = tests.order_id() group by 2 order by 1 $$,
  $$ values (500::numeric, 'tip'), (10000::numeric, 'order') $$, 'no invoice is corrected by more than its amount');
rollback to more;
update public.profiles set frozen_at = null where id = tests.id('payer');
select tests.make_order(tests.id('payer'), tests.id('other'), 'delivered');
select pg_temp.report('opened', 10000);
select pg_temp.report('lost', 10000);
select private.work_chargebacks(now() + interval '8 days');
select pg_temp.report('won', 10000);
select is(pg_temp.papers(), format('I-%1$s-000008 given_back 10000 payer, F-%1$s-000007 fee 1000 other', pg_temp.year()), 'the earnings that a chargeback took are invoiced when the dispute is won in the end');


-- A brand deletes its account.
update public.profiles set frozen_at = null where id = tests.id('payer');
select tests.by('payer', $$ select public.save_company('Payer SAS', 'Rue 1', '75001', 'Paris', 'FR', 'FRAB123456789') $$);
savepoint stays;
delete from auth.users where id = tests.user_id(tests.id('payer'));
delete from public.companies;
select is((private.party(tests.id('payer'))).legal_name, 'Payer', 'a deleted member is named as on the last invoice');
rollback to stays;
select tests.make_order(tests.id('payer'), tests.id('other'), 'delivered');
select pg_temp.report('opened', 10000);
select pg_temp.report('lost', 10000);
select private.work_chargebacks(now() + interval '8 days');
delete from auth.users where id = tests.user_id(tests.id('payer'));
select pg_temp.report('won', 10000);
select is((select buyer ->> 'vat_number' from public.papers where order_id = tests.order_id() and kind = 'invoice'), 'FRAB123456789', 'the invoice of a dispute that is won names a deleted brand as it was named before');
savepoint kept;
update public.profiles set frozen_at = null, deleted_at = now() - interval '366 days' where id = tests.id('payer');
select private.forget_companies();
select is_empty('select from public.companies', 'company data is deleted when no dispute about a payment can be won any more');
rollback to kept;

select is_empty('select * from tests.paper_faults()', 'the papers of each order sum to its postings');
select throws_ok('update public.papers set total_minor = 1', 'PT403', 'append_only', 'a paper cannot be changed');
select throws_ok('delete from public.papers', 'PT403', 'append_only', 'a paper cannot be deleted');

-- Tests who can read an invoice.
select tests.gets('other', 'select count(*) from public.papers', '12', 'a creator reads their own papers alone');
select tests.gets('sam', 'select count(*) from public.papers', '0', 'staff read no paper of an order that they have not opened');
select tests.by('sam', $$ select public.read_order(tests.order_id(), 'A question.') $$);
select tests.gets('sam', 'select count(*) > 0 from public.papers', 'true', 'staff read the papers of an order that they have opened');
