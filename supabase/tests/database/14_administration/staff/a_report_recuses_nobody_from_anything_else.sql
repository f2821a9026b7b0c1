-- cast: dan brand, eve kol, sam staff, sue staff
select plan(16);
-- Dan tries to make every member of staff unfit to decide about him.
update public.profiles set role = 'kol', platforms = '{x}', categories = '{defi}' where id = tests.id('sam');
update public.profiles set is_approved = true where id = tests.id('sam');
create temporary table reports as select writer, receiver, tests.report_message(writer, receiver) as id
from (values ('sam', 'dan'), ('sue', 'dan'), ('dan', 'sue')) as r (writer, receiver);
select tests.make_order(tests.id('dan'), tests.id('sam'), 'funded');
select tests.make_order(tests.id('dan'), tests.id('eve'), 'awaiting_ruling');

select tests.gets('sam', $c$ select tests.refusal($$ select public.suspend_profile(tests.id('dan')) $$) $c$, null, 'staff can suspend a member who reported and paid them');
select tests.act_as(tests.id('sue'));
select is(tests.refusal($$ select public.suspend_profile(tests.id('dan')) $$), null, 'staff can suspend a member whom they reported');
select set_eq('select sender_id from tests.reports()', array[tests.id('sam')], 'a member of staff reads no report that they wrote or are named in');
select is(tests.refusal(format('select public.resolve_reports(array[%L]::uuid[], ''x'')', id)), case when 'sue' in (writer, receiver) then 'report_not_open' end,
  format('sue %s the report about %s by %s', case when 'sue' in (writer, receiver) then 'cannot close' else 'closes' end, writer, receiver)) from reports;
select tests.act_as(tests.id('sam'));
select is(tests.refusal(format('select public.resolve_reports(array[%L]::uuid[], ''x'')', id)), case when 'sam' in (writer, receiver) then 'report_not_open' end,
  format('sam %s the report about %s by %s', case when 'sam' in (writer, receiver) then 'cannot close' else 'closes' end, writer, receiver)) from reports;
select is((select count(*)::int from tests.reports()), 2, 'a member of staff reads the reports that do not concern them');
select is(public.read_member(tests.id('dan'), 'An order.') -> 'reports_made', '1', 'the number of reports of a member leaves out those that are about the reader');
select tests.move_time_as(tests.id('sam'));
select is(private.is_own_dispute(tests.id('dan')), false, 'a report is no reason against ruling on the disputes of a member');
select tests.act_as_owner();
update public.pack_orders set creator_agreed_at = now() where kol_id = tests.id('sam');
select tests.gets('sam', $c$ select tests.refusal($$ select public.suspend_profile(tests.id('dan')) $$) $c$, 'not_allowed', 'an order that a member of staff accepted recuses them');
select tests.gets('sue', $c$ select tests.refusal($$ select public.suspend_profile(tests.id('dan')) $$) $c$, null, 'an order recuses no other member of staff');
insert into public.member_blocks (blocker_id, blocked_id) select tests.id('dan'), tests.id(name) from unnest('{sam,sue}'::text[]) as name;
select tests.gets('sue', $c$ select tests.refusal($$ select public.suspend_profile(tests.id('dan')) $$) $c$, null, 'a block recuses no member of staff');
select tests.move_time_as(tests.id('sue'));
select is(private.is_own_dispute(tests.id('dan')), false, 'a block is no reason against ruling on disputes');
