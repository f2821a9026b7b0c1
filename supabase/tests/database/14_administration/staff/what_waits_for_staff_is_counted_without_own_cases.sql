-- cast: ann kol unapproved, bob brand, cyd kol, dan kol, sam staff, sue staff
update public.referrals set inviter_id = tests.id('sam'), invite_id = null where invitee_id = tests.id('cyd');
select tests.put_order(tests.id('bob'), tests.id('ann'), 'disputed');
select tests.put_order(tests.id('bob'), tests.id('cyd'), 'disputed');
select tests.put_order(tests.id('sam'), tests.id('dan'), 'disputed');
select tests.put_order(tests.id('bob'), tests.id('ann'), 'completed');
insert into public.payments (provider, provider_ref, amount_minor, currency, status)
values ('sandbox', 'lost', 5000, 'USD', 'suspense');

select tests.act_as(tests.id('sam'));
select public.propose_staff_act('update_setting', '{"key": "creator_fee", "value": 12, "note": "Costs rose."}');
create function pg_temp.queue() returns jsonb language sql as $$
  select jsonb_object_agg(section, waiting) from public.staff_queue()
$$;
select is(pg_temp.queue(),
  '{"approvals": 1, "disputes": 1, "reports": 0, "suspense": 1, "payouts": 0, "chargebacks": 0, "suspensions": 0, "people": 0, "proposals": 0}',
  'the queue counts no case of the member of staff and none of their own proposals');
select tests.act_as(tests.id('sue'));
select is(pg_temp.queue() -> 'disputes', '3', 'the queue of another member of staff counts every dispute');
select is(pg_temp.queue() -> 'proposals', '1', 'the queue of another member of staff counts the proposal');
select tests.act_as_owner();
alter table public.staff_proposals disable trigger staff_proposals_decided_once;
update public.staff_proposals set expires_at = now();
alter table public.staff_proposals enable trigger staff_proposals_decided_once;
select tests.act_as(tests.id('sue'));
select is(pg_temp.queue() -> 'proposals', '0', 'the queue counts no expired proposal');
select tests.act_as_owner();
select is(private.statuses_for_staff(), '{disputed,awaiting_ruling,appealed}', 'the disputes that staff end are those that wait for a ruling or the sides');
