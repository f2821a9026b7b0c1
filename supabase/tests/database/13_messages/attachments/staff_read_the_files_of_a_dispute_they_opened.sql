-- cast: ann kol, bob brand, stella staff, sam staff
select tests.make_pack(tests.id('ann'));
select tests.act_as(tests.id('bob'));
create temporary table chat as select public.get_or_create_conversation(tests.id('ann')) as id;
select tests.act_as_owner();
insert into storage.objects (bucket_id, name, owner_id)
select 'attachments', format('%s/brief/%s', chat.id, name), tests.user_id(tests.id('bob'))
from chat, unnest(array['brief.png', 'other-brief.png']) as name;
create function pg_temp.dispute_with(brief_file text) returns uuid language plpgsql as $$
declare
  v_order public.pack_orders;
begin
  perform tests.act_as(tests.id('bob'));
  v_order := public.place_order((select p.id from public.packs p), '', gen_random_uuid(), null,
    files => (select jsonb_build_array(jsonb_build_object('path', format('%s/brief/%s', chat.id, brief_file))) from chat));
  perform tests.act_as_service();
  perform public.record_payment('sandbox', brief_file, v_order.id, v_order.price_minor + v_order.buyer_fee_minor, 'USD');
  perform tests.act_as(tests.id('ann'));
  perform public.accept_order(v_order.id);
  perform public.open_dispute(v_order.id, 'This does not work.');
  perform tests.act_as_owner();
  return v_order.id;
end;
$$;
create temporary table orders as
select pg_temp.dispute_with('brief.png') as read, pg_temp.dispute_with('other-brief.png') as unread;
create temporary table files as
select f.name, format('%s/%s/%s', chat.id, gen_random_uuid(), f.name) as path, f.dispute, f.part
from chat, (values
  ('statement.png', 'read', 'dispute_statements'), ('delivery.png', 'read', 'order_deliveries'),
  ('other-statement.png', 'unread', 'dispute_statements'), ('other-delivery.png', 'unread', 'order_deliveries'),
  ('of-no-dispute.png', null, null)) as f (name, dispute, part);
insert into storage.objects (bucket_id, name) select 'attachments', path from files;
update private.file_inspections set sent_at = now() where name not like '%of-no-dispute%';
insert into public.dispute_statements (order_id, author_id, kind, body, files)
select case f.dispute when 'read' then o.read else o.unread end, tests.id('bob'), 'evidence', 'See this.',
  jsonb_build_array(jsonb_build_object('name', f.name, 'path', f.path, 'size', 1, 'type', 'image/png'))
from files f, orders o where f.part = 'dispute_statements';
insert into public.order_deliveries (order_id, note, files)
select case f.dispute when 'read' then o.read else o.unread end, 'Done.',
  jsonb_build_array(jsonb_build_object('name', f.name, 'path', f.path, 'size', 1, 'type', 'image/png'))
from files f, orders o where f.part = 'order_deliveries';

select tests.gets('stella', 'select tests.attachments()', '', 'staff read no file of a dispute that they have not opened');
select tests.allowed('stella', $$ select public.read_dispute(read) from orders $$, 'staff open a dispute');
select tests.gets('stella', 'select tests.attachments()', 'brief.png delivery.png statement.png', 'staff read the brief, evidence and deliveries of a dispute they opened, and no other file');
select tests.gets('sam', 'select tests.attachments()', '', 'staff read no file of a dispute that another opened');
select tests.by('sam', 'select public.read_dispute(unread) from orders');
select tests.gets('sam', 'select tests.attachments()', 'other-brief.png other-delivery.png other-statement.png', 'staff read the files of the dispute that they opened themselves');
insert into private.order_readers (order_id, profile_id, instance) select unread, tests.id('stella'), 'order' from orders;
select tests.gets('stella', 'select tests.attachments()', 'brief.png delivery.png statement.png', 'staff who read the order before its dispute read no file of the dispute');
select tests.gets('stella', 'select tests.attachments()', '', 'staff without the second factor read no file', 'aal1');
select tests.gets('ann', 'select tests.attachments()', 'brief.png delivery.png other-brief.png other-delivery.png other-statement.png statement.png', 'both sides read the files of their disputes');

select tests.by('ann', $$ select public.propose_settlement(unread, 5000) from orders $$);
select tests.by('bob', $$ select public.accept_settlement(unread, 5000) from orders $$);
select tests.act_as(tests.id('sam'));
select is(tests.attachments(), '', 'staff read no file of a dispute that is over');
select is(public.read_dispute(unread) #>> '{statements,0,body}', 'See this.', 'staff open the case of a dispute that is over') from orders;
select is(tests.attachments(), 'other-brief.png other-delivery.png other-statement.png', 'staff read the files of a dispute that is over once they opened its case again');
select is((select count(*)::int from public.staff_audit a, orders where a.actor_id = tests.id('sam') and a.subject_id = unread and a.action = 'read_dispute'), 2,
  'each opening of the case is in the audit log');
select tests.gets('stella', 'select tests.attachments()', 'brief.png delivery.png statement.png', 'staff read the files of an open dispute after another one ended');
-- Tests an order without a dispute.
select tests.make_order(tests.id('bob'), tests.id('ann'), 'delivered');
insert into storage.objects (bucket_id, name) select 'attachments', chat.id || '/done/work.png' from chat;
insert into public.order_deliveries (order_id, note, files)
select tests.order_id(), 'Done.', jsonb_build_array(jsonb_build_object('name', 'work.png', 'path', chat.id || '/done/work.png', 'size', 1, 'type', 'image/png')) from chat;
select tests.act_as(tests.id('sam'));
select public.read_order(tests.order_id(), 'A question.');
select is(position('work.png' in tests.attachments()), 0, 'staff cannot read the files of an order that is no case');
select tests.charge_back(tests.payment());
select isnt(position('work.png' in tests.attachments()), 0, 'the files of an order whose payment is charged back can be read by staff who opened the order');
select tests.gets('stella', $$ select position('work.png' in tests.attachments()) $$, '0', 'files of a charged-back order cannot be read by staff who did not open it');
select lives_ok($$ update public.profiles set is_staff = false where id = tests.id('stella') $$, 'a member of staff who opened a case can be dismissed');
select tests.gets('stella', 'select tests.attachments()', '', 'a former member of staff reads no file of a dispute', 'aal2');
