-- cast: ann kol unapproved, bob brand
select tests.make_member(name, 'kol') from unnest(array['cyd', 'dan']) as name;
select tests.make_staff('sam');
select tests.make_staff('sue');
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
  'neither an order of sam nor of whom sam brought in, nor what sam proposed');
select tests.act_as(tests.id('sue'));
select is(pg_temp.queue() -> 'disputes', '3', 'another member of staff: every dispute');
select is(pg_temp.queue() -> 'proposals', '1', 'and what sam proposed');
select tests.act_as_owner();
alter table public.staff_proposals disable trigger staff_proposals_decided_once;
update public.staff_proposals set expires_at = now();
alter table public.staff_proposals enable trigger staff_proposals_decided_once;
select tests.act_as(tests.id('sue'));
select is(pg_temp.queue() -> 'proposals', '0', 'until it expires');
select tests.act_as(tests.id('bob'));
select throws_ok('select public.staff_queue()', 'PT403', 'not_allowed', 'members: nothing');
select tests.act_as_owner();
select is(private.statuses_for_staff(), '{disputed,awaiting_ruling,appealed}', 'the disputes that staff can end; not those that wait for a side');
