-- ledger: made by hand
-- cast: ann kol, bob kol, cyd kol, hal brand, sam staff, sue staff, xan staff
select tests.make_invitee('kin', 'kol', tests.id('xan'));
create function pg_temp.acts(search jsonb default '{}') returns text language sql as $$
  select coalesce(string_agg(i ->> 'action', ' ' order by i ->> 'action'), 'none') from tests.listed('audit', search) as i
$$;
create function pg_temp.seen(subject text) returns int language sql as $$
  select count(*)::int from public.staff_audit where subject_id = subject::uuid
$$;
-- A member of staff threatens a creator, who reports it.
select tests.by('xan', $$ select public.get_or_create_conversation(tests.id('ann')); insert into public.messages (id, conversation_id, content)
  select md5('threat')::uuid, id, 'Do it or I delete your account.' from public.conversations $$);
select tests.by('ann', $$ select public.report_message(md5('threat')::uuid, 'A threat by staff.') $$);
select tests.by('sam', $$ select public.read_report(md5('threat')::uuid), public.resolve_reports(array[md5('threat')::uuid], 'Talk to this colleague.'),
  public.reopen_report(md5('threat')::uuid) $$);
-- A member of staff reports a member.
insert into public.conversations (member_a, member_b, opened_by)
select least(tests.id('bob'), tests.id('xan')), greatest(tests.id('bob'), tests.id('xan')), tests.id('xan');
select tests.by('bob', $$ insert into public.messages (id, conversation_id, content)
  select md5('rude')::uuid, id, 'Rude.' from public.conversations where tests.id('bob') in (member_a, member_b) $$);
select tests.by('xan', $$ select public.report_message(md5('rude')::uuid, 'Rude.') $$);
select tests.by('sam', $$ select public.resolve_reports(array[md5('rude')::uuid], 'Not rude.') $$);
select tests.by('sam', $$ select public.read_member(tests.id(name), 'A complaint.') from unnest('{xan,kin,bob}'::text[]) as name $$);
-- Records acts about an order of a member of staff, and about an account that may belong to the same person.
select tests.by('sam', format('select public.read_order(%L, ''A question.'')', tests.make_order(tests.id('xan'), tests.id('cyd'), 'in_progress')));
insert into public.staff_audit (actor_id, action, subject_id, details) values
  (tests.id('sam'), 'decide_same_person', tests.id('hal'), jsonb_build_object('other_id', tests.id('xan'), 'is_same', false, 'note', 'Two people.')),
  (tests.id('sam'), 'bear_chargeback', md5('chargeback')::uuid, jsonb_build_object('profile_id', tests.id('xan'), 'note', 'They lost it.')),
  (tests.id('xan'), 'verify_profile', tests.id('kin'), '{}');
-- Makes a dispute about a payment for an order of a member whom they invited.
select tests.make_order(tests.id('hal'), tests.id('kin'), 'completed');
insert into private.chargebacks (id, provider, provider_ref, payment_ref, payment_id, brand_id, order_id, amount_minor, currency, loss_minor)
select md5('about kin')::uuid, 'sandbox', 'about kin', 'about kin', (tests.payment()).id, tests.id('hal'), tests.order_id(), 100, 'USD', 100;
insert into private.chargeback_evidence (chargeback_id, addition) values (md5('about kin')::uuid, 'The seller works with our own Xan.');
insert into public.staff_audit (actor_id, action, subject_id) values (tests.id('sam'), 'send_evidence', md5('about kin')::uuid);
-- A card payment that was returned to the wallet and then paid for an order of a member whom they invited.
select set_config('tests.kin', tests.order_id()::text, true), tests.make_order(tests.id('hal'), tests.id('bob'), 'completed');
insert into private.order_funding (order_id, payment_id, amount_minor) values (current_setting('tests.kin')::uuid, (tests.payment()).id, 100);
insert into private.chargebacks (id, provider, provider_ref, payment_ref, payment_id, brand_id, order_id, amount_minor, currency, loss_minor)
select md5('shared')::uuid, 'sandbox', 'shared', 'shared', (tests.payment()).id, tests.id('hal'), tests.order_id(), 100, 'USD', 100;
insert into public.staff_audit (actor_id, action, subject_id) values (tests.id('sam'), 'bear_chargeback', md5('shared')::uuid);
-- Makes a payout to a member whom they invited.
select tests.by('kin', $$ select tests.payout_method() $$, 'aal2');
insert into public.payouts (id, profile_id, amount_minor, currency, method, method_id, source, provider, idempotency_key)
select md5('payout of kin')::uuid, m.profile_id, 100, 'USD', m.masked, m.id, 'available', 'manual', gen_random_uuid() from private.payout_methods m;
insert into public.payout_halts (payout_id, reason, halted_by) values (md5('payout of kin')::uuid, 'Xan launders money with them.', tests.id('sam'));
insert into public.payouts (profile_id, amount_minor, currency, method, method_id, source, provider, idempotency_key, status, failure_reason)
select m.profile_id, 100, 'USD', m.masked, m.id, 'available', 'manual', gen_random_uuid(), 'failed', 'Xan gave their account.' from private.payout_methods m;
create function pg_temp.listed_words() returns text language sql as $$
  select concat_ws(' ', (select i ->> 'kept_because' || (i ->> 'halt_reason') from tests.listed('payouts') as i), (select string_agg(i #>> '{evidence,addition}', ' ') from tests.listed('chargebacks') as i),
    (select i ->> 'failure_reason' from tests.listed('failed') as i))
$$;

select tests.act_as(tests.id('xan'));
select is(pg_temp.acts(jsonb_build_object('about', tests.id('xan'))), 'none', 'a member of staff reads no act about themselves, such as one upon a report, which would name the reporter');
select is(pg_temp.acts(jsonb_build_object('about', tests.id('kin'))), 'verify_profile', 'in cases of their own a member of staff reads only their own acts');
select is(pg_temp.acts(jsonb_build_object('by', tests.id('sam'))), 'read_member', 'the log lists no act about a report, an order or a pair of the reader''s own');
select is(pg_temp.seen(md5('threat')::uuid::text), 0, 'the table of acts names no act upon a report of the reader''s own message either');
select is(pg_temp.seen(tests.id('bob')::text), 0, 'the table of acts has the reader''s own acts alone');
select is(pg_temp.seen(tests.id('kin')::text), 1, 'staff read their own acts');
select is(pg_temp.listed_words(), '', 'the lists do not show notes of colleagues in the reader''s own cases');
select tests.act_as(tests.id('sue'));
select is(pg_temp.listed_words(), 'haltedXan launders money with them. The seller works with our own Xan. Xan gave their account.', 'other staff read the notes of colleagues in cases that are not their own');
select is((select count(*) from public.payout_halts)::int, 0, 'the reason why one payout is stopped is read in the list alone');
select is(pg_temp.acts(jsonb_build_object('about', tests.id('xan'))), 'bear_chargeback read_member read_report reopen_report resolve_reports', 'other staff read the acts about a member of staff');
select is(pg_temp.acts(jsonb_build_object('about', tests.id('hal'))), 'bear_chargeback decide_same_person send_evidence', 'an act upon a chargeback is found about its brand');

-- An order of a member with an invite that staff issued: for disputes alone it is a case of their own.
select tests.act_as_owner();
select tests.make_member('dov', 'brand');
update public.referrals set inviter_id = tests.id('xan') where invitee_id = tests.id('dov');
select tests.by('sam', format('select public.read_order(%L, ''A question.'')', tests.make_order(tests.id('dov'), tests.id('bob'), 'in_progress')));
create function pg_temp.relation() returns text language sql security definer as $$
  select concat_ws(' ', case when private.is_own_case(tests.id('dov')) then 'all' end, case when private.is_own_dispute(tests.id('dov')) then 'disputes' end)
$$;
select tests.act_as(tests.id('xan'));
select is(pg_temp.relation(), 'disputes', 'a member whom staff invited as staff is a case of their own in disputes alone');
select is_empty(format($$ select from tests.listed('audit', '{}') as i where i ->> 'order_id' = %L $$, tests.order_id()), 'the member of staff who issued the invite reads no act about the order');

-- Records acts of suspension, one of which includes a member whom they invited.
select tests.act_as_owner();
select tests.make_member('led', 'kol'), tests.make_member('leds', 'kol');
insert into public.staff_audit (action, actor_id, subject_id, details)
select 'suspend_profile', tests.id('sam'), tests.id('led'), jsonb_build_object('suspended', jsonb_build_array(tests.id('led'), reached)) from unnest(array[tests.id('leds'), tests.id('kin')]) as reached;
select tests.gets('xan', $$ select pg_temp.acts(jsonb_build_object('about', tests.id('led'))) $$, 'suspend_profile', 'staff cannot read an act of suspension that reached a member whom they invited');
select tests.gets('sue', $$ select pg_temp.acts(jsonb_build_object('about', tests.id('led'))) $$, 'suspend_profile suspend_profile', 'other staff read the act of suspension, too');

-- A large act lists its first hundred members; the member whom sue invited is the last one.
select tests.make_member('root', 'kol');
select tests.make_invitee('lead', 'kol', tests.id('root'));
create function pg_temp.bring(crowd int) returns void language sql as $$
  insert into public.profiles (id, role, display_name, language) select lpad(n::text, 32, '0')::uuid, 'brand', 'Crowd ' || n, 'en' from generate_series(1, crowd) as n;
  insert into public.referrals (inviter_id, invitee_id) select tests.id('lead'), id from public.profiles where display_name like 'Crowd %';
$$;
select tests.make_invitee('last', 'kol', tests.id('lead'));
select pg_temp.bring(100), tests.make_order(tests.id('sue'), tests.id('last'), 'in_progress');
create function pg_temp.read_by(name text, act text) returns int language sql as $$
  select tests.answer(name, format($q$ select count(*) from tests.listed('audit', jsonb_build_object('kind', %L)) as i where i -> 'details' ? 'more' $q$, act))::int
$$;
create function pg_temp.reads(act text) returns int[] language sql as $$ select array[pg_temp.read_by('sue', act), pg_temp.read_by('xan', act)] $$;
select tests.by('sam', $$ select public.suspend_profile(tests.id('lead'), true, 'spam', 'They work for our own Sue.') $$);
select is(pg_temp.reads('suspend_profile'), '{0,1}', 'staff read no large act of suspension that reached an own case, also if it does not name it');
-- Dates the acts an hour back, for later acts belong to other suspensions.
alter table public.staff_audit disable trigger user;
update public.staff_audit set created_at = created_at - interval '1 hour' where details ? 'more';
update public.suspensions set created_at = created_at - interval '1 hour' where ended_at is null;
update private.brought_in set created_at = created_at - interval '1 hour';
savepoint suspended;
select tests.by('sam', $$ select public.unsuspend_profile(tests.id('lead'), 'It was not them.', true) $$);
select is(pg_temp.reads('unsuspend_profile'), '{0,1}', 'staff cannot read an act that reinstated a member whom they invited');
rollback to suspended;
select tests.by('sam', $$ select public.suspend_profile(tests.id('root'), true, 'fraud', 'Sue and her friends.') $$);
select is(pg_temp.reads('suspend_profile'), '{0,2}', 'staff read no act that made the suspension of an own case longer');
