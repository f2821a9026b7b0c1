-- cast: ann kol, bob brand, cyd kol, dan kol, sam staff, sue staff
create function pg_temp.names(list text, key text, search jsonb default '{}') returns text language sql as $$
  select string_agg(i ->> key, ' ' order by n) from tests.listed(list, search) with ordinality as l (i, n)
$$;
select tests.make_invitee('ida', 'kol', tests.id('dan'));
select tests.by('sam', $$ select public.suspend_profile(tests.id(name), false, 'spam', 'Forty messages.') from unnest('{ann,cyd}'::text[]) as name $$);
update public.suspensions set ends_at = now() + interval '1 day' where profile_id = tests.id('cyd');
select tests.by('ann', $$ select public.appeal_suspension('It was not me.') $$);
select tests.gets('sue', $$ select pg_temp.names('suspensions', 'member') $$, 'Ann Cyd', 'an open appeal is before a suspension that ends earlier');
update public.suspensions set appeal_decided_at = now(), appeal_decided_by = tests.id('sue'), appeal_reply = 'It was.' where profile_id = tests.id('ann');
select tests.gets('sue', $$ select pg_temp.names('suspensions', 'member') $$, 'Cyd Ann', 'a decided appeal waits no longer');

create temporary table orders as
select status, tests.put_order(tests.id('bob'), tests.id('dan'), status) as id from unnest('{disputed,awaiting_ruling,ruled,appealed}'::text[]) as status;
update public.pack_orders o set due_at = now() + case o.status when 'disputed' then interval '1 hour' when 'appealed' then interval '2 hours' when 'ruled' then interval '1 minute' else interval '3 hours' end
where o.id in (select id from orders);
create temporary table ruled as select o.number from public.pack_orders o join orders using (id) where o.status = 'ruled';
select tests.act_as(tests.id('sue'));
select is(pg_temp.names('disputes', 'status'), 'appealed awaiting_ruling disputed ruled', 'a dispute that staff must end by a deadline is before those that the sides still discuss, and those before ruled ones');
select is(pg_temp.names('disputes', 'status', jsonb_build_object('term', (select number from ruled))), 'ruled', 'a ruled dispute is found by its number while it can be appealed');
select is(pg_temp.names('disputes', 'refusal'), 'dispute_not_read dispute_not_read dispute_not_heard order_not_disputed', 'a dispute says why the reader must not end it yet');

-- Proposals that wait for a second member of staff.
select public.propose_staff_act('suspend_profile', jsonb_build_object('profile_id', tests.id('dan'), 'with_invitees', true, 'category', 'spam', 'note', 'x', 'without_end', true));
select public.propose_staff_act('update_setting', '{"key": "creator_fee", "value": 12}');
select tests.act_as_owner();
insert into public.staff_proposals (action, subject, arguments, proposed_by, expires_at)
select 'resolve_dispute', id, jsonb_build_object('order_id', id, 'creator_share_minor', 5000, 'note', 'Half.'), tests.id('sue'), now() + interval '1 hour'
from orders where status = 'awaiting_ruling';
select tests.act_as(tests.id('sam'));
create temporary table proposed as select i ->> 'action' as action, i as item from tests.listed('proposals') as i;
select is((select item #> '{tree,names}' from proposed where action = 'suspend_profile'), '["Dan", "Ida"]', 'a proposed suspension names every member whom it reaches');
select is((select item #> '{setting,value}' from proposed where action = 'update_setting'), '10', 'a proposed value is listed with the present one');
select is((select item ? 'arguments' from proposed where action = 'resolve_dispute'), false, 'a proposed ruling is not shown before the case was read');
select is((select string_agg(i ->> 'status', ' ') from tests.listed('disputes') as i where (i -> 'is_proposed')::boolean), 'awaiting_ruling', 'a dispute says that a decision waits for a second member of staff');
select public.read_dispute(id) from orders where status = 'awaiting_ruling';
select is((select i #>> '{order,split,creator_minor}' from tests.listed('proposals') as i where i ->> 'action' = 'resolve_dispute'),
  (select creator_minor::text from public.settlement_preview((select id from orders where status = 'awaiting_ruling'), 5000)), 'a proposed ruling is shown to staff who read the case, with who gets how much');

-- Tests the audit log.
select is(pg_temp.names('audit', 'member', jsonb_build_object('kind', 'suspend_profile', 'about', tests.id('ann'), 'by', tests.id('sam'))), 'Ann', 'the log is filtered by act, by member and by actor');
select is(pg_temp.names('audit', 'action', jsonb_build_object('about', tests.id('ann'), 'until', now() - interval '1 day')), null, 'the log is filtered by time');
select is((select i -> 'names' ->> tests.id('dan')::text from tests.listed('audit', '{"kind": "propose_staff_act"}') as i where i #>> '{details,action}' = 'suspend_profile'),
  'Dan', 'ids in the details of an act have their names');
