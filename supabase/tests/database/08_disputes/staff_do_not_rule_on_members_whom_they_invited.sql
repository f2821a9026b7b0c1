-- cast: brand brand, stella staff, sam staff
select tests.act_as(tests.id('stella'));
create temporary table issued as select (public.create_invite(5, null, null, 'kol')).code;
select tests.act_as_owner();
select tests.make_member('kol', 'kol', true, (select code from issued));
select is((select inviter_id from public.referrals where invitee_id = tests.id('kol')), tests.id('stella'), 'a member who used an invite issued by a member of staff counts as invited by that member of staff');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
select tests.act_as(tests.id('stella'));
select throws_ok('select public.read_dispute(tests.order_id())', 'PT403', 'not_allowed', 'staff cannot read the case of somebody whom they invited');
select throws_ok('select public.resolve_dispute(tests.order_id(), 0, $$Nothing.$$)', 'PT403', 'not_allowed', 'staff cannot rule on somebody whom they invited');
select is((select refusal from public.order_actions(tests.order_id()) where action = 'resolve_dispute'), 'not_allowed', 'an order of somebody whom staff invited offers them no ruling');
select is_empty('select from public.order_actions(tests.order_id()) where changes_at is not null', 'an order of somebody whom staff invited shows them no deadlines');
select is((select waiting from public.staff_queue() where section = 'disputes'), 0, 'the queue of staff leaves out disputes of somebody whom they invited');
select tests.gets('sam', $$ select waiting from public.staff_queue() where section = 'disputes' $$, '1', 'the queue of other staff counts a dispute of somebody whom a colleague invited');
select tests.by('sam', 'select tests.hear()');
select tests.gets('sam', $$ select (public.resolve_dispute(tests.order_id(), 2500, 'A quarter.')).status $$, 'ruled', 'other staff can rule on a dispute of somebody whom a colleague invited');
select tests.by('brand', $$ select public.appeal_ruling(tests.order_id(), 'Nothing was made.') $$);
select tests.refused('stella', 'select public.decide_appeal(tests.order_id(), 0, $$Nothing.$$)', 'PT403', 'not_allowed',
  'staff cannot decide the appeal of somebody whom they invited');
select tests.make_member('other', 'kol', true, (select code from issued));
select tests.make_order(tests.id('brand'), tests.id('other'), 'delivered');
select tests.refused('stella', 'select public.open_dispute(tests.order_id(), $$An empty page.$$)', 'PT403', 'not_allowed', 'staff cannot open a dispute of somebody whom they invited');
