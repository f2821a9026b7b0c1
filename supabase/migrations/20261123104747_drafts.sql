-- The states of a draft, their moves and their actions. Positions get gaps, so that a state or an
-- action can stand where it belongs.
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('draft_window', 48, 'hours', 'Silence of the brand for this long after a draft approves it.', 12, 720, true)
on conflict (key) do nothing;

update public.order_statuses set position = position + 1000;
update public.order_statuses set position = (position - 1000) * 10;
insert into public.order_statuses
  (status, position, phase, waits_for, deadline_setting, deadline_is_delivery, at_deadline, holds_escrow, outcome)
values
  ('draft_review', 32, 'open', 'brand', 'draft_window', false, 'draft_approved', true, null),
  ('draft_revision', 34, 'open', 'creator', null, true, null, true, null),
  ('draft_approved', 36, 'open', 'creator', null, true, null, true, null);
insert into private.order_moves (from_status, to_status, actor) values
  ('draft_approved', 'cancelled', 'both'),
  ('draft_approved', 'cancelled', 'brand'),
  ('draft_approved', 'cancelled', 'provider'),
  ('draft_approved', 'delivered', 'creator'),
  ('draft_approved', 'disputed', 'brand'),
  ('draft_approved', 'disputed', 'creator'),
  ('draft_approved', 'disputed', 'staff'),
  ('draft_review', 'cancelled', 'both'),
  ('draft_review', 'cancelled', 'provider'),
  ('draft_review', 'disputed', 'brand'),
  ('draft_review', 'disputed', 'creator'),
  ('draft_review', 'disputed', 'staff'),
  ('draft_review', 'draft_approved', 'brand'),
  ('draft_review', 'draft_approved', 'clock'),
  ('draft_review', 'draft_revision', 'brand'),
  ('draft_revision', 'cancelled', 'both'),
  ('draft_revision', 'cancelled', 'brand'),
  ('draft_revision', 'cancelled', 'provider'),
  ('draft_revision', 'disputed', 'brand'),
  ('draft_revision', 'disputed', 'creator'),
  ('draft_revision', 'disputed', 'staff'),
  ('draft_revision', 'draft_review', 'creator'),
  ('in_progress', 'draft_review', 'creator');

update private.order_action_rules set position = position + 1000;
update private.order_action_rules set position = (position - 1000) * 10;
insert into private.order_action_rules
  (position, action, actors, leads_to, is_move, refusal, open_to_suspended)
values
  (45, 'show_draft', '{creator}', 'draft_review', true, 'order_not_in_progress', false),
  (55, 'approve_draft', '{brand}', 'draft_approved', true, 'draft_not_shown', false),
  (57, 'request_draft_changes', '{brand}', 'draft_revision', true, 'draft_not_shown', true);
