-- cast: ann kol unapproved, bob brand, cyd kol, dan kol, eve brand, gus brand, sam staff, sue staff
update public.referrals set inviter_id = tests.id('sam'), invite_id = null where invitee_id in (tests.id('cyd'), tests.id('eve'));
select tests.put_order(tests.id('bob'), tests.id('ann'), 'disputed');
select tests.put_order(tests.id('bob'), tests.id('cyd'), 'disputed');
select tests.put_order(tests.id('sam'), tests.id('dan'), 'disputed');
select tests.put_order(tests.id('bob'), tests.id('ann'), 'completed');
select tests.put_order(tests.id('bob'), tests.id('ann'), 'ruled');
insert into public.payments (provider, provider_ref, amount_minor, currency, status, created_at)
values ('sandbox', 'lost', 5000, 'USD', 'suspense', now() - interval '9 days');
insert into public.payments (provider, provider_ref, payer_id, amount_minor, currency, status)
values ('sandbox', 'of eve', tests.id('eve'), 5000, 'USD', 'suspense');
-- A brand whom the member of staff invited is frozen, and a loss above the bounds waits for a decision about a creator whom they invited.
select tests.make_order(tests.id('eve'), tests.id('dan'), 'declined');
select tests.charge_back(tests.payment(), 10000, 'frozen');
select tests.make_order(tests.id('gus'), tests.id('cyd'), 'delivered');
select tests.charge_back(tests.payment(), 10000, 'to decide');
select public.record_provider_dispute('sandbox', (tests.payment()).provider_ref, 'to decide', 'lost', 10000, 'USD');
select private.unfreeze(tests.id('gus'));
update public.pack_orders set due_at = now() + interval '3 days' where status = 'disputed';

select tests.act_as(tests.id('sam'));
select public.propose_staff_act('update_setting', '{"key": "creator_fee", "value": 12}');
create function pg_temp.queue() returns jsonb language sql as $$
  select jsonb_object_agg(section, waiting) from public.staff_queue()
$$;
select is(pg_temp.queue(),
  '{"approvals": 1, "disputes": 1, "reports": 0, "suspense": 1, "payouts": 0, "failed": 0, "chargebacks": 0, "suspensions": 0, "people": 0, "books": 0, "proposals": 0}',
  'the queue counts no case of the member of staff and none of their own proposals');
select results_eq('select section, due_at is null, since is null from public.staff_queue() limit 3',
  $$ values ('disputes', false, true), ('suspense', true, false), ('approvals', true, false) $$, 'the queue lists entries with a deadline first, and then those that have waited longest');
select tests.act_as(tests.id('sue'));
select is(pg_temp.queue() -> 'suspense', '2', 'the queue of another member of staff counts all unassigned money');
select is(pg_temp.queue() -> 'chargebacks', '2', 'the queue of another member of staff counts every chargeback');
select is(pg_temp.queue() -> 'disputes', '3', 'the queue of another member of staff counts every dispute that waits for a decision');
select is(pg_temp.queue() -> 'proposals', '1', 'the queue of another member of staff counts the proposal');
select tests.act_as_owner();
select tests.unguarded('public.staff_proposals', $$ update public.staff_proposals set expires_at = now() $$, 'staff_proposals_decided_once');
select tests.gets('sue', $$ select pg_temp.queue() -> 'proposals' $$, '0', 'the queue counts no expired proposal');
