-- cast: brand brand, kol kol, stella staff, joe staff, guest brand, late brand
select private.record_payment('sandbox', 'lost', null, 5000, 'USD');
create temporary table lost as select id from public.payments;
insert into public.referrals (inviter_id, invitee_id) values (tests.id('stella'), tests.id('guest'))
on conflict (invitee_id) do update set inviter_id = excluded.inviter_id;
select tests.act_as(tests.id('stella'));
select throws_ok('select public.resolve_suspense((select id from lost), tests.id($$stella$$), $$mine$$, 5000)', 'PT403', 'not_allowed', 'staff cannot assign a payment in suspense to themselves');
select throws_ok('select public.resolve_suspense((select id from lost), tests.id($$kol$$), $$x$$, 5000)', 'PT403', 'not_allowed',
  'staff cannot assign a payment in suspense to a creator, who has no wallet');
select throws_ok('select public.resolve_suspense((select id from lost), tests.id($$guest$$), $$x$$, 5000)', 'PT403', 'not_allowed',
  'staff cannot assign a payment in suspense to a brand that they invited');
select throws_ok('select public.resolve_suspense((select id from lost), tests.id($$brand$$), E''\u200b'', 5000)', 'PT422', 'reason_required', 'a payment is assigned for a reason');
select throws_ok('select public.resolve_suspense((select id from lost), tests.id($$brand$$), $$x$$, 5000)', 'PT409', 'second_staff_required',
  'one member of staff alone assigns no payment whose payer is unknown');
-- Proposes to assign the money to that member.
create function pg_temp.propose(name text) returns text language sql as $$
  select status from public.propose_staff_act('resolve_suspense', jsonb_build_object('payment_id', (select id from lost), 'profile_id', tests.id(name), 'note', 'Their transfer.', 'amount_minor', 5000))
$$;
select tests.act_as_owner();
savepoint before;
select tests.by('joe', $$ select pg_temp.propose('guest') $$);
select tests.refused('stella', $$ select pg_temp.propose('brand') $$, 'PT409', 'proposal_exists', 'staff do not end an older proposal that is a case of their own');
rollback to before;
select tests.by('joe', $$ select pg_temp.propose('late') $$);
select tests.refused('stella', $$ select pg_temp.propose('brand') $$, 'PT409', 'proposal_exists', 'an older open proposal prevents another one');
delete from auth.users where id = tests.user_id(tests.id('late'));
select tests.allowed('stella', $$ select pg_temp.propose('brand') $$, 'a proposal that can no longer be confirmed does not prevent a newer one');
select results_eq('select status from public.staff_proposals order by status', $$ values ('open'), ('withdrawn') $$, 'a proposal that can no longer be confirmed is withdrawn');
rollback to before;
select tests.allowed('stella', $$ select tests.decide_by_two('stella', 'joe', 'resolve_suspense', jsonb_build_object(
  'payment_id', (select id from lost), 'profile_id', tests.id('brand'), 'note', 'Their transfer.', 'amount_minor', 5000)) $$, 'two members of staff assign a payment in suspense to a brand');
select tests.refused('stella', 'select public.resolve_suspense((select id from lost), tests.id($$brand$$), $$x$$, 5000)', 'PT409', 'payment_not_in_suspense', 'a payment in suspense cannot be assigned twice');
select isnt_empty($$ select from public.staff_audit where action = 'resolve_suspense' $$, 'the assignment of a payment is in the audit log');
select is(tests.balance(tests.id('brand'), 'wallet'), 5000::bigint, 'an assigned payment is in the wallet of its brand');
select is(tests.balance(null, 'suspense'), 0::bigint, 'an assigned payment is no longer in suspense');
select tests.gets('brand', 'select (tests.refund((select id from lost), 5000, gen_random_uuid())).source', 'wallet', 'a brand can have an assigned payment refunded');
-- The response to an assignment is lost, so it is sent again.
select private.record_payment('sandbox', 'known', null, 4000, 'USD');
update public.payments set payer_id = tests.id('brand') where provider_ref = 'known';
create function pg_temp.given(note text) returns jsonb language sql as $$
  select jsonb_build_object('payment_id', p.id, 'profile_id', p.payer_id, 'note', given.note, 'amount_minor', 4000) from public.payments p where p.provider_ref = 'known'
$$;
create function pg_temp.give(note text) returns text language sql as $$
  select format('select public.resolve_suspense(%L, %L, %L, 4000)', g ->> 'payment_id', g ->> 'profile_id', give.note) from pg_temp.given(give.note) as g
$$;
select tests.by('joe', pg_temp.give('Hers.'));
select tests.allowed('joe', pg_temp.give('Hers.'), 'a repeated assignment returns the first result');
select tests.refused('joe', pg_temp.give('Mine.'), 'PT409', 'payment_not_in_suspense', 'a payment is assigned once, even if the reason is another one');
select tests.refused('stella', pg_temp.give('Hers.'), 'PT409', 'payment_not_in_suspense', 'a payment is assigned once, even by other staff');
select tests.refused('joe', format('select public.propose_staff_act(''resolve_suspense'', %L)', pg_temp.given('Hers.')), 'PT409', 'payment_not_in_suspense',
  'an act that is already done cannot be proposed to a second member of staff');
select is(tests.balance(tests.id('brand'), 'wallet'), 4000::bigint, 'a repeated assignment moves no money again');
