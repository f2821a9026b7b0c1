-- Tests private.lock_order, require_order_actor, require_order_status and require_order_action.
-- cast: brand brand, kol kol, stella staff
select plan((select count(*) from public.order_statuses)::int);
select tests.lift_limits();
-- Gives the brand money in its wallet, from which orders are paid.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');

-- Lists who may do each action, in which states, and the refusal in other states. An actor who is not listed
-- for an action may do it in no state.
create temporary table expected (action text, actor text, statuses text[], refusal text);
insert into expected
select e.action, actor, e.statuses::text[], e.refusal
from (values
  ('checkout', '{brand}', '{pending_payment}', 'order_not_payable'),
  ('edit_brief', '{brand}', '{pending_payment}', 'brief_frozen'),
  ('pay_from_wallet', '{brand}', '{pending_payment}', 'order_not_payable'),
  ('accept_order', '{kol}', '{funded}', 'order_not_funded'),
  ('decline_order', '{kol}', '{funded}', 'order_not_funded'),
  ('show_draft', '{kol}', '{draft_revision}', 'order_not_in_progress'), -- in_progress too if the terms ask for a draft
  ('approve_draft', '{brand}', '{draft_review}', 'draft_not_shown'),
  ('request_draft_changes', '{brand}', '{draft_review}', 'draft_not_shown'),
  ('deliver_order', '{kol}', '{in_progress,in_revision,draft_approved}', 'order_not_in_progress'),
  ('complete_order', '{brand}', '{delivered}', 'order_not_delivered'),
  ('request_revision', '{brand}', '{delivered}', 'order_not_delivered'),
  ('extend_review', '{brand}', '{delivered}', 'order_not_delivered'),
  ('cancel_order', '{brand}', '{pending_payment,funded,in_progress,draft_review,draft_revision,draft_approved,in_revision}', 'order_not_cancellable'),
  ('cancel_order', '{kol}', '{in_progress,draft_review,draft_revision,draft_approved,in_revision}', 'order_not_cancellable'),
  ('withdraw_cancellation', '{brand,kol}', '{}', 'order_not_cancellable'), -- nobody has asked to cancel here
  ('accept_settlement', '{brand,kol}', '{disputed,awaiting_ruling,ruled,appealed}', 'order_not_disputed'),
  ('propose_settlement', '{brand,kol}', '{disputed,awaiting_ruling,ruled,appealed}', 'order_not_disputed'),
  ('give_evidence', '{brand,kol}', '{disputed}', 'evidence_closed'),
  ('answer_dispute', '{brand,kol}', '{disputed}', 'answers_closed'),
  ('withdraw_dispute', '{brand}', '{}', 'order_not_disputed'),
  ('withdraw_dispute', '{kol}', '{disputed,awaiting_ruling}', 'order_not_disputed'), -- the creator opened the dispute
  ('resolve_dispute', '{stella}', '{disputed,awaiting_ruling}', 'order_not_disputed'),
  ('appeal_ruling', '{brand,kol}', '{ruled}', 'ruling_not_appealable'),
  ('decide_appeal', '{stella}', '{appealed}', 'order_not_appealed'),
  ('open_dispute', '{brand,kol}', '{in_progress,draft_review,draft_revision,draft_approved,delivered,in_revision}', 'order_not_disputable'),
  ('open_dispute', '{stella}', '{delivered}', 'order_not_disputable'),
  ('review_order', '{brand,kol}', '{completed,settled}', 'order_not_finished'),
  ('tip_order', '{brand}', '{completed}', 'order_not_completed'),
  ('ask_to_show_work', '{kol}', '{completed}', 'order_not_completed'),
  ('allow_to_show_work', '{brand}', '{completed}', 'order_not_completed')
) as e (action, actors, statuses, refusal), unnest(e.actors::text[]) as actor;

create function pg_temp.wrong(status text) returns setof text language plpgsql as $$
declare
  c record;
  t record;
begin
  perform tests.make_order(tests.id('brand'), tests.id('kol'), status);
  if status in ('disputed', 'awaiting_ruling', 'ruled', 'appealed') then
    perform tests.act_as(tests.id('kol'));
    perform public.propose_settlement(tests.order_id(), 5000);
    perform tests.act_as(tests.id('brand'));
    perform public.propose_settlement(tests.order_id(), 4000);
    perform tests.act_as(tests.id('stella'));
    perform tests.read_case();
    perform tests.act_as_owner();
    -- Ends the time in which an appeal can be answered.
    update public.pack_orders o set due_at = o.due_at - interval '72 hours' where o.id = tests.order_id() and o.status = 'appealed';
  end if;
  for c in
    select a.action, w.actor, status = any (e.statuses) as possible,
      case when (a.action, w.actor) = ('cancel_order', 'kol') and status in ('pending_payment', 'funded') then 'not_allowed' -- a creator declines
        when (a.action, w.actor) = ('open_dispute', 'stella') and status in ('in_progress', 'draft_review', 'draft_revision', 'draft_approved', 'in_revision') then 'not_allowed'
        when a.action = 'withdraw_cancellation' and w.actor = 'kol' and status = 'funded' then 'not_allowed'
        when a.action = 'withdraw_cancellation' and w.actor <> 'stella' and (select x.holds_escrow and x.phase = 'open' or x.status = 'pending_payment'
          from public.order_statuses x where x.status = wrong.status) and status <> 'delivered' then 'cancellation_not_requested'
        when (a.action, w.actor) = ('withdraw_dispute', 'brand') and status in ('disputed', 'awaiting_ruling') then 'not_allowed'
        when (status, a.action, w.actor) = ('in_progress', 'show_draft', 'kol') then 'draft_not_needed'
        else coalesce(e.refusal, 'not_allowed') end as refusal
    from (select distinct x.action from expected x) a
    cross join unnest(array['brand', 'kol', 'stella']) as w (actor)
    left join expected e on e.action = a.action and e.actor = w.actor
    order by 1, 2
  loop
    select * into t from tests.try_action(tests.id(c.actor), c.action);
    -- Leaves out repetitions of the member's last act, which are accepted without effect.
    if c.possible is true and (t.refusal is not null or t.before = t.after)
      or c.possible is not true and t.refusal is distinct from c.refusal and t.before is distinct from t.after
    then
      return next format('%s %s %s: %s', c.actor, c.action, status, coalesce(t.refusal, 'done'));
    end if;
  end loop;
end;
$$;
select is_empty(format('select pg_temp.wrong(%L)', s.status), 'each side can do with an order that is ' || s.status || ' what is listed, and nothing else')
from public.order_statuses s order by s.position;
