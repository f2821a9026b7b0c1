-- cast: brand brand, kol kol, one staff, two staff, three staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'appealed');
create function pg_temp.refusal_after(action text, subject text, proposer text, decider text) returns text language plpgsql as $$
begin
  insert into public.staff_proposals (action, subject, arguments, proposed_by, status, decided_by, decided_at, expires_at)
  values (action, subject, '{}', tests.id(proposer), case when decider is null then 'open' else 'confirmed' end, tests.id(decider),
    case when decider is not null then now() end, now() + interval '1 day');
  perform tests.move_time_as(tests.id('one'));
  perform private.require_fresh_staff(o) from public.pack_orders o where o.id = tests.order_id();
  raise sqlstate 'KP001';
exception
  when sqlstate 'KP001' then return null;
  when others then return sqlerrm;
end;
$$;
select is(pg_temp.refusal_after(action, coalesce(subject, tests.order_id()::text), proposer, decider), refusal, name) from (values
  ('staff who proposed the ruling cannot decide the appeal', 'resolve_dispute', null, 'one', 'two', 'dispute_already_seen'),
  ('staff who confirmed the ruling cannot decide the appeal', 'resolve_dispute', null, 'two', 'one', 'dispute_already_seen'),
  ('staff whose proposed ruling is still open cannot decide the appeal', 'resolve_dispute', null, 'one', null, 'dispute_already_seen'),
  ('staff can decide an appeal against a ruling of others', 'resolve_dispute', null, 'two', 'three', null),
  ('staff who proposed a ruling on another order can decide the appeal', 'resolve_dispute', 'another', 'one', 'two', null),
  ('staff who proposed to decide the appeal can decide it', 'decide_appeal', null, 'one', null, null),
  ('staff who proposed another act can decide the appeal', 'suspend_profile', 'another', 'one', null, null),
  ('staff can decide an appeal when others ruled on other orders', 'resolve_dispute', 'another', 'two', null, null)
) as c (name, action, subject, proposer, decider, refusal);
select tests.act_as_owner();
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.by('one', $$ select public.open_dispute(tests.order_id(), 'An empty page was delivered.') $$);
select tests.by('two', $$ select tests.hear(); select public.resolve_dispute(tests.order_id(), 0, 'Nothing was made.') $$);
select tests.by('kol', $$ select public.appeal_ruling(tests.order_id(), 'It was.') $$);
select tests.refused('one', 'select public.decide_appeal(tests.order_id(), 0, $$As I said.$$)', 'PT409', 'dispute_already_seen', 'staff who opened the dispute cannot decide the appeal');
select tests.by('three', 'select tests.hear()');
select tests.gets('three', $$ select (public.decide_appeal(tests.order_id(), 0, 'Nothing was made.')).status $$, 'settled', 'staff who did not prepare the ruling can decide the appeal');
