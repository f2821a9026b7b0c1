-- Lists what each side does in a dispute, and the state of the order when the time for answers is over. The
-- dispute begins before a delivery, so the written rule gives the creator nothing.
create temporary table cases (name text, acts text[], status text, share bigint);
insert into cases values
  ('a dispute in which neither side gives a statement waits for staff', '{}', 'awaiting_ruling', null),
  ('a side that says nothing is bound by the proposal of the other', '{brand propose 6000 at 1}', 'settled', 6000),
  ('a side that says nothing is bound by the last of several proposals', '{brand propose 9000 at 1,brand propose 6000 at 2}', 'settled', 6000),
  ('a creator who delivered nothing gets nothing because the brand does not answer: staff rule', '{kol propose 10000 at 1}', 'awaiting_ruling', null),
  ('a proposal at the moment when evidence closes binds nobody', '{brand propose 6000 at 72}', 'awaiting_ruling', null),
  ('a proposal in the last hour of the evidence binds', '{brand propose 6000 at 71}', 'settled', 6000),
  ('a proposal after evidence has closed binds nobody', '{kol propose 6000 at 73}', 'awaiting_ruling', null),
  ('a proposal that its author replaced binds nobody', '{brand propose 6000 at 1,brand propose 1000 at 73}', 'awaiting_ruling', null),
  ('a side that gave evidence is not bound by the proposal', '{kol propose 6000 at 1,brand give 0 at 2}', 'awaiting_ruling', null),
  ('a side that answered is not bound by the proposal', '{kol propose 6000 at 1,brand answer 0 at 100}', 'awaiting_ruling', null),
  ('a side that made a proposal is not bound by the other side''s proposal', '{kol propose 6000 at 1,brand propose 1000 at 100}', 'awaiting_ruling', null),
  ('a side that gave a statement before the proposal is not bound by it', '{brand give 0 at 1,kol propose 6000 at 2}', 'awaiting_ruling', null);
select plan((select count(*) from cases)::int + 11);
select tests.make_member('brand', 'brand');
select tests.make_member('kol', 'kol');
select tests.lift_limits();
create function pg_temp.after(acts text[]) returns text language plpgsql as $$
declare
  v_order uuid := tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
  v_act text;
begin
  foreach v_act in array acts loop
    perform tests.move_time_as(tests.id(split_part(v_act, ' ', 1)), now() + make_interval(hours => split_part(v_act, ' ', 5)::int));
    case split_part(v_act, ' ', 2)
      when 'propose' then perform public.propose_settlement(v_order, split_part(v_act, ' ', 3)::bigint);
      when 'give' then perform public.give_evidence(v_order, 'Look.');
      else perform public.answer_dispute(v_order, 'No.');
    end case;
    perform tests.act_as_owner();
  end loop;
  perform private.run_due_work(now() + interval '120 hours');
  return (select concat_ws(' ', o.status, o.creator_share_minor) from public.pack_orders o where o.id = v_order);
end;
$$;
select is(pg_temp.after(acts), concat_ws(' ', status, share), name) from cases;
-- A pause of the order moves the deadline, but a proposal made after evidence has closed still binds nobody.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
select tests.by('brand', 'select public.propose_settlement(tests.order_id(), 6000)', at => now() + interval '73 hours');
update public.pack_orders set due_at = due_at + interval '3 days' where id = tests.order_id();
select is(private.unanswered_proposal(o), null, 'a proposal after evidence has closed binds nobody after a pause either') from public.pack_orders o where o.id = tests.order_id();
-- Returns the share that silence gives the creator after a proposal; null if staff rule, because the side
-- proposed more for itself than the written rule gives it.
create function pg_temp.by_silence(disputed_in text, proposer text, share bigint) returns bigint language sql as $$
  select tests.make_order(tests.id('brand'), tests.id('kol'), disputed_in);
  select tests.by('kol', $q$ select public.open_dispute(tests.order_id(), 'Why.') $q$);
  select tests.by(proposer, format('select public.propose_settlement(tests.order_id(), %s)', share));
  select private.unanswered_proposal(o) from public.pack_orders o where o.id = tests.order_id()
$$;
select is(pg_temp.by_silence(disputed_in, proposer, share), wanted::bigint, format('silence after %s proposed %s in a dispute of %s gives the creator %s', proposer, share, disputed_in, coalesce(wanted::text, 'what staff rule')))
from (values
  ('delivered', 'kol', 5000, 5000), ('delivered', 'kol', 5001, null),
  ('delivered', 'brand', 4999, null), ('delivered', 'brand', 10000, 10000),
  ('in_revision', 'kol', 9000, null), ('in_revision', 'brand', 1000, null), ('in_revision', 'kol', 4000, 4000),
  ('in_progress', 'kol', 0, 0), ('in_progress', 'kol', 1, null), ('in_progress', 'brand', 1, 1)
) as e (disputed_in, proposer, share, wanted);
