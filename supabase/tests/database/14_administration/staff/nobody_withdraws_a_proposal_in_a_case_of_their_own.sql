-- ledger: made by hand
-- cast: bob brand, ann kol, cyd kol, dan kol, kin brand, amy staff, joe staff, sue staff
select plan(17);
-- Amy, a member of staff, invited ann with her own code, and cyd with an invite that she issued. Joe proposes about all of them.
update public.referrals set inviter_id = tests.id('amy'), invite_id = null where invitee_id in (tests.id('ann'), tests.id('kin'));
update public.referrals set inviter_id = tests.id('amy') where invitee_id = tests.id('cyd');
update public.referrals set inviter_id = tests.id('dan'), invite_id = null where invitee_id = tests.id('amy');
select set_config('tests.dispute', tests.make_order(tests.id('bob'), tests.id('cyd'), 'appealed')::text, true);
insert into public.payments (id, provider, provider_ref, payer_id, amount_minor, currency, status)
select md5(name)::uuid, 'sandbox', name, payer, 100, 'USD', 'suspense'
from (values ('to kin', null::uuid), ('of kin', tests.id('kin')), ('of bob', tests.id('bob')), ('tip of bob', tests.id('bob')), ('of bob alone', tests.id('bob'))) as p (name, payer);
insert into public.payouts (id, profile_id, amount_minor, currency, method, source, payment_id, provider, idempotency_key)
select md5('payout')::uuid, tests.id('kin'), 100, 'USD', 'sandbox', 'wallet', md5('of kin')::uuid, 'sandbox', gen_random_uuid();
insert into private.order_funding (order_id, payment_id, amount_minor)
select tests.make_order(tests.id('bob'), tests.id('ann'), 'funded'), md5('of bob')::uuid, 1;
with t as (
  insert into public.order_tips (order_id, amount_minor, idempotency_key) values (tests.order_id(), 1, gen_random_uuid()) returning id, order_id
) insert into private.later_funding (reference, order_id, payment_id, amount_minor) select id, order_id, md5('tip of bob')::uuid, 1 from t;
insert into private.chargebacks (id, provider, provider_ref, payment_ref, payment_id, brand_id, amount_minor, currency, loss_minor)
select md5('chargeback ' || name)::uuid, 'sandbox', 'chargeback ' || name, name, md5(name)::uuid, payer, 100, 'USD', 100
from (values ('of kin', tests.id('kin')), ('of bob', tests.id('bob')), ('tip of bob', tests.id('bob')), ('of bob alone', tests.id('bob'))) as c (name, payer);
insert into public.staff_proposals (action, subject, arguments, proposed_by, expires_at)
select action, subject, arguments || jsonb_build_object('name', name), tests.id('joe'), now() + interval '1 day' from (values
  ('of amy', 'suspend_profile', tests.id('amy')::text, '{}'::jsonb),
  ('of an invitee', 'suspend_profile', tests.id('ann')::text, '{}'),
  ('of a stranger with an invitee', 'suspend_profile', tests.id('dan')::text, '{"with_invitees": true}'),
  ('of the trust of an invitee', 'set_trust_level', tests.id('kin')::text, '{}'),
  ('of a dispute of whom amy brought', 'decide_appeal', current_setting('tests.dispute'), '{}'),
  ('of money to an invitee', 'resolve_suspense', md5('to kin')::uuid::text, jsonb_build_object('profile_id', tests.id('kin'))),
  ('of money of an invitee', 'resolve_suspense', md5('of kin')::uuid::text, jsonb_build_object('profile_id', tests.id('bob'))),
  ('of money of a stranger', 'resolve_suspense', md5('of bob')::uuid::text, jsonb_build_object('profile_id', tests.id('bob'))),
  ('of a payout of an invitee', 'record_payout_sent', md5('payout')::uuid::text, '{}'),
  ('of a chargeback of an invitee', 'bear_chargeback', md5('chargeback of kin')::uuid::text, '{}'),
  ('of a chargeback for an invitee', 'bear_chargeback', md5('chargeback of bob')::uuid::text, '{}'),
  ('of a chargeback of a tip for an invitee', 'bear_chargeback', md5('chargeback tip of bob')::uuid::text, '{}'),
  ('of a chargeback of a stranger', 'bear_chargeback', md5('chargeback of bob alone')::uuid::text, '{}'),
  ('of evidence about an invitee', 'send_evidence', md5('chargeback of bob')::uuid::text, '{}'),
  ('of a stranger', 'suspend_profile', tests.id('bob')::text, '{}'),
  ('of a setting', 'update_setting', 'creator_fee', '{}')
) as p (name, action, subject, arguments);
insert into private.order_readers (order_id, profile_id, instance)
select current_setting('tests.dispute')::uuid, tests.id(name), 'appeal' from unnest(array['amy', 'sue']) as name;
create temporary table proposals as select * from public.staff_proposals;
create function pg_temp.refusal(p proposals) returns text language sql as $$
  select coalesce(tests.refusal(format('select public.withdraw_staff_proposal(%L)', p.id)), 'withdrawn')
$$;
create function pg_temp.waiting(list text) returns text language sql as $$
  select string_agg(coalesce(i ->> 'provider_ref', i ->> 'display_name'), ', ' order by coalesce(i ->> 'provider_ref', i ->> 'display_name'))
  from tests.listed(list) as i where (i -> 'is_proposed')::boolean
$$;
select tests.act_as(tests.id('amy'));
select results_eq($$ select pg_temp.refusal(p), array_agg(p.arguments ->> 'name' order by p.arguments ->> 'name') from proposals p group by 1 order by 1 $$,
  $$ values ('not_allowed', array['of a chargeback for an invitee', 'of a chargeback of a tip for an invitee', 'of a chargeback of an invitee', 'of a dispute of whom amy brought',
      'of a payout of an invitee', 'of a stranger with an invitee', 'of amy', 'of an invitee', 'of evidence about an invitee', 'of money of an invitee',
      'of money to an invitee', 'of the trust of an invitee']),
    ('withdrawn', array['of a chargeback of a stranger', 'of a setting', 'of a stranger', 'of money of a stranger']) $$, 'a member of staff withdraws only proposals that are no case of their own');
select is((select waiting from public.staff_queue() where section = 'proposals'), 4, 'the queue counts the proposals that are no case of the member of staff');
select is(jsonb_array_length(public.staff_list('proposals') -> 'rows'), 4, 'the list leaves out the proposals of others in the reader''s own cases');
select is((select count(*)::int from public.staff_proposals), 4, 'the table leaves out the proposals of others in the reader''s own cases');
select is(pg_temp.waiting(list), wanted, 'a list says of no own case that a proposal waits: ' || list) from (values ('suspense', 'of bob'), ('members', 'Bob')) as l (list, wanted);
select tests.act_as(tests.id('sue'));
select is((select waiting from public.staff_queue() where section = 'proposals'), 16, 'the queue of another member of staff counts all proposals');
select is(pg_temp.waiting(list), wanted, 'a list says to another member of staff that each proposal waits: ' || list) from (values ('suspense', 'of bob, of kin, to kin'), ('members', 'Amy, Ann, Bob, Dan, Kin')) as l (list, wanted);
select is((select count(*)::int from proposals p where pg_temp.refusal(p) = 'withdrawn'), 16, 'a member of staff without a case withdraws every proposal');
select tests.act_as_owner();
update public.referrals set inviter_id = tests.id('joe'), invite_id = null where invitee_id = tests.id('bob');
select tests.gets('joe', $$ select count(*)::int from proposals p where pg_temp.refusal(p) = 'withdrawn' $$, '16', 'the author of a proposal withdraws it even in their own case');

-- Money in suspense whose payer is known.
select tests.refused('joe', $$ select public.resolve_suspense(md5('of kin')::uuid, tests.id('bob'), 'His.', 100) $$, 'PT403', 'not_allowed', 'a member of staff cannot give money to a member whom they invited');
select tests.refused('sue', $$ select public.resolve_suspense(md5('of kin')::uuid, tests.id('bob'), 'His.', 100) $$, 'PT409', 'second_staff_required',
  'only two members of staff can give money with a known payer to another member');
select tests.allowed('sue', $$ select public.resolve_suspense(md5('of bob')::uuid, tests.id('bob'), 'His.', 100) $$, 'one member of staff returns money to its payer');
delete from auth.users where id = tests.user_id(tests.id('kin'));
select tests.refused('sue', format('select public.resolve_suspense(%L, tests.id(''kin''), ''Theirs.'', 100)', md5(name)::uuid), 'PT403', 'not_allowed', 'no money goes to a deleted brand: ' || name)
from unnest(array['of kin', 'to kin']) as name;
select tests.allowed('sue', $$ select public.withdraw_staff_proposal(p.id) from proposals p, generate_series(1, 2) where p.arguments ->> 'name' = 'of a setting' $$, 'a member of staff who withdrew a proposal may repeat the request');
