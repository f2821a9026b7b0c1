-- The lists of staff. Each is a view with the same first columns, which one function pages by key, counts
-- and searches: a row for the screen is one jsonb, with every name that it shows, so that a page is one request.
--   rank, due  the order; the journals (newest first) are ordered by due alone
--   waits      true for what the caller may decide; counted by staff_queue
--   found      the text that is searched
--   ids        the row's own id, and the orders and members in it, by which it is found, also by their e-mail address
--   kind, by_id, about_id  what the audit log is filtered by, members by kind alone
create function private.is_proposed(subject text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.staff_proposals p
    where p.subject = is_proposed.subject and p.status = 'open' and p.expires_at > now() and not private.is_own_proposal(p));
end;
$$;
comment on function private.is_proposed is 'True while an act about this subject waits for a second member of staff, and is about no case of the caller''s own.';

-- The caller's accounts, as are_one_person compares them.
create function private.my_accounts() returns setof uuid
language sql stable security definer rows 2 set search_path = '' as $$
  select private.accounts_around(private.my_profile_id())
$$;
comment on function private.my_accounts is 'Every account that may be one person with the caller.';

-- Queues -----------------------------------------------------------------------------------
create function private.newest_first(at timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select to_timestamp(-extract(epoch from at))
$$;
comment on function private.newest_first is 'A time whose ascending order is the descending one of the given time.';

create view private.staff_approvals with (security_invoker = true) as
select p.id, 0 as rank, case when p.is_approved then p.updated_at when p.rejected_at is not null then p.changed_since else p.onboarded_at end as due,
  p.id not in (select private.own_cases()) as waits,
  p.display_name as found, array[p.id] as ids, p.role as kind, null::uuid as by_id, p.id as about_id,
  to_jsonb(private.as_staff_profile(p)) || jsonb_build_object('is_own_case', p.id in (select private.own_cases())) as item
from public.profiles p
where p.suspended_at is null and p.deleted_at is null
  and (p.onboarded_at is not null and not p.is_approved and (p.rejected_at is null or p.changed_since is not null) or p.verification_pending);
comment on view private.staff_approvals is 'Members who wait for an approval, also those who changed their profile after a rejection, or for another look after a change of name or picture.';

create function private.dispute_item(o public.pack_orders) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return to_jsonb(private.staff_order_of(o)) || jsonb_build_object(
    'brand', private.name_of(o.brand_id), 'creator', private.name_of(o.kol_id),
    'refusal', private.order_refusal(case o.status when 'appealed' then 'decide_appeal' else 'resolve_dispute' end, o, now()));
end;
$$;
comment on function private.dispute_item is 'A dispute as the list of staff shows it, and why the caller must not end it.';

-- While the sides can still answer, no deadline decides what staff could have decided; during the time to appeal nobody
-- waits for staff. The states are the condition of the index pack_orders_disputed.
create view private.staff_disputes with (security_invoker = true) as
select o.id, case o.status when 'disputed' then 1 when 'ruled' then 2 else 0 end as rank, coalesce(o.due_at, 'infinity') as due,
  o.status <> 'ruled' and o.brand_id not in (select private.own_disputes()) and o.kol_id not in (select private.own_disputes()) as waits,
  concat_ws(' ', o.number, o.pack_title, b.display_name, k.display_name) as found,
  array[o.id, o.brand_id, o.kol_id] as ids, o.status as kind, null::uuid as by_id, null::uuid as about_id,
  private.dispute_item(o) as item
from public.pack_orders o
join public.profiles b on b.id = o.brand_id
join public.profiles k on k.id = o.kol_id
where o.status in ('disputed', 'awaiting_ruling', 'ruled', 'appealed');
comment on view private.staff_disputes is 'Disputes, first those that staff must end; last those that are ruled, while an appeal is possible.';

create function private.report_item(message_id uuid, sender_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('id', m.id, 'sender_id', m.sender_id, 'sender_name', private.name_of(m.sender_id),
      'created_at', m.created_at,
      -- A deleted account can be suspended only because of the members whom it leads.
      'can_suspend', not private.has_left(m.sender_id) or cardinality(private.invite_tree(m.sender_id, true)) > 1,
      'reports', (
        select jsonb_agg(jsonb_build_object('id', r.id, 'reason', r.reason, 'created_at', r.created_at) order by r.created_at, r.id)
        from public.message_reports r where r.message_id = m.id and r.resolved_at is null),
      'reports_of_sender', (
        select count(distinct coalesce(p.person_id, r.reporter_id))::int
        from public.message_reports r left join private.people p on p.profile_id = r.reporter_id
        where r.sender_id in (select private.same_person(m.sender_id)) and r.reporter_id not in (select private.own_cases())))
    from public.messages m where m.id = report_item.message_id);
end;
$$;
comment on function private.report_item is
  'A reported message as the list of staff shows it, without text and file, which read_report shows, and without the reporters; '
  'whether the sender can be suspended; and by how many people the sender, with every account of theirs, was reported.';

create view private.staff_reports with (security_invoker = true) as
select g.id, 0 as rank, g.due, true as waits, concat_ws(' ', p.display_name, g.reasons) as found,
  array[g.id, g.sender_id] as ids, null::text as kind, null::uuid as by_id, g.sender_id as about_id,
  private.report_item(g.id, g.sender_id) as item
from (
  select r.message_id as id, r.sender_id, min(r.created_at) as due, string_agg(r.reason, ' ') as reasons
  from public.message_reports r where r.resolved_at is null
  group by r.message_id, r.sender_id
  having not bool_or(r.sender_id in (select private.own_cases()) or r.reporter_id in (select private.own_cases()))
) g
join public.profiles p on p.id = g.sender_id;
comment on view private.staff_reports is 'Reported messages that are no cases of the caller''s own.';

create view private.staff_suspense with (security_invoker = true) as
select p.id, 0 as rank, p.created_at as due, coalesce(p.payer_id not in (select private.own_disputes()), true) as waits,
  concat_ws(' ', p.provider_ref, o.number, payer.display_name) as found,
  array[p.id, o.id, p.payer_id, o.brand_id] as ids, p.problem as kind, null::uuid as by_id, p.payer_id as about_id,
  to_jsonb(p) || jsonb_build_object('payer', payer.display_name, 'payer_role', payer.role, 'number', o.number, 'brand', private.name_of(o.brand_id),
    'price_minor', o.price_minor + o.buyer_fee_minor, 'price_currency', o.currency, 'is_proposed', private.is_proposed(p.id::text)) as item
from public.payments p
left join public.pack_orders o on o.id = coalesce(p.order_id, p.claimed_order_id)
left join public.profiles payer on payer.id = p.payer_id
where p.status = 'suspense';
comment on view private.staff_suspense is 'Payments in suspense, each with the order that it names and the payer, if they are known.';

-- Built only for the rows of a page, because it evaluates what keeps each payout.
create function private.payout_item(p public.payouts) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('id', p.id, 'profile_id', p.profile_id, 'display_name', m.display_name, 'is_suspended', m.suspended_at is not null,
      'is_own_case', private.is_own_case(p.profile_id), 'amount_minor', p.amount_minor, 'currency', p.currency, 'method', p.method, 'holder', d.holder,
      'created_at', p.created_at, 'provider', p.provider, 'kept_because', private.kept_because(p), 'waits_until', p.waits_until,
      'taken_at', p.taken_at, 'taken_by', t.id, 'taker', private.name_of(t.id), 'halt_reason', (
        select h.reason from public.payout_halts h where h.payout_id = p.id and h.released_at is null),
      'attempts', a.attempts, 'problem', a.problem, 'is_proposed', private.is_proposed(p.id::text))
      -- In own cases, what other members of staff found out and did is left out.
      || case when private.is_own_case(p.profile_id) then '{"holder": null, "kept_because": null, "halt_reason": null, "problem": null}' else '{}'::jsonb end
    from public.profiles m
    left join private.payout_methods d on d.id = p.method_id
    cross join lateral (select case when p.taken_at is not null then private.payout_taker(p.id) end as id) as t
    cross join lateral (
      select count(*) as attempts, (array_agg(a.problem order by a.nr desc))[1] as problem
      from private.payout_attempts a where a.payout_id = p.id) as a
    where m.id = p.profile_id);
end;
$$;
comment on function private.payout_item is 'A payout as the list of staff shows it, with the last four characters of the account and, unless it is an own case, the reason why it is held back.';

create view private.staff_payouts with (security_invoker = true) as
select p.id, 0 as rank, greatest(p.created_at, p.waits_until) as due, p.profile_id not in (select private.own_cases()) as waits,
  concat_ws(' ', m.display_name, case when p.profile_id not in (select private.own_cases()) then d.holder end, p.method) as found, array[p.id, p.profile_id] as ids, p.provider as kind, null::uuid as by_id,
  p.profile_id as about_id, private.payout_item(p) as item
from public.payouts p
join public.profiles m on m.id = p.profile_id
left join private.payout_methods d on d.id = p.method_id
where p.status = 'requested';
comment on view private.staff_payouts is 'Payouts and refunds that are not sent yet, by the time from which they may be.';

create view private.staff_failed with (security_invoker = true) as
select p.id, case when l.is_sent then 0 when p.status = 'sent' then 1 else 2 end as rank,
  case when l.is_sent then p.updated_at when p.status = 'sent' then p.expected_on::timestamptz else private.newest_first(p.updated_at) end as due,
  l.is_sent and not o.is_own as waits,
  concat_ws(' ', m.display_name, p.method, p.provider_ref, p.trace) as found, array[p.id, p.profile_id] as ids, p.status as kind,
  null::uuid as by_id, p.profile_id as about_id,
  jsonb_build_object('id', p.id, 'profile_id', p.profile_id, 'display_name', m.display_name, 'amount_minor', p.amount_minor, 'currency', p.currency,
    'method', p.method, 'status', p.status, 'failure_reason', case when not o.is_own then p.failure_reason end, 'needs_other_way', p.needs_other_way,
    'is_late', p.status = 'sent' and not l.is_sent, 'updated_at', p.updated_at, 'provider_ref', p.provider_ref, 'has_late_state', l.is_sent,
    'is_own_case', o.is_own, 'is_proposed', private.is_proposed(p.id::text)) as item
from public.payouts p
join public.profiles m on m.id = p.profile_id
cross join lateral (select p.profile_id in (select private.own_cases()) as is_own) as o
cross join lateral (select p.id = any ((select private.late_payouts())::uuid[]) as is_sent) as l
where l.is_sent
  or p.status in ('failed', 'returned') and p.updated_at > now() - interval '30 days'
  or p.status = 'sent' and p.source = 'available' and p.provider <> 'manual' and p.expected_on < current_date - 1;
comment on view private.staff_failed is
  'First payouts that a provider reported as sent after their money was returned to the member, then those that it has not delivered by the day that it named, then what failed or came back in the last 30 days.';

create view private.staff_chargebacks with (security_invoker = true) as
select c.id, case when w.waits_for_money then 0 when w.is_frozen then 1 else 2 end as rank,
  case when w.waits_for_money or w.is_frozen then c.created_at else private.newest_first(c.created_at) end as due,
  (c.brand_id in (select private.own_cases())) is not true and (w.is_frozen or w.waits_for_money and not w.is_creators) as waits,
  concat_ws(' ', c.provider_ref, o.number, p.display_name) as found,
  array[c.id, c.payment_id, c.brand_id, c.order_id] as ids, c.status as kind, null::uuid as by_id, c.brand_id as about_id,
  (select to_jsonb(v) from public.chargebacks v where v.id = c.id)
    || jsonb_build_object('brand', p.display_name, 'number', o.number, 'causes', case when w.is_frozen then private.causes_of(c.brand_id) end, 'creators', case when w.waits_for_money then (
        select jsonb_agg(to_jsonb(f) || jsonb_build_object('creator', private.name_of(f.kol_id), 'number', b.number) order by b.number)
        from private.borne_in_full(c) as f join public.pack_orders b on b.id = f.order_id) end,
      'evidence', jsonb_build_object('state', private.evidence_state(c, e, now()), 'due_at', c.evidence_due_at,
        'goes_at', private.evidence_sending_begins_at(c), 'sent_at', e.sent_at, 'problem', e.problem, 'addition', case when (w.is_creators or c.brand_id in (select private.own_cases())) is not true then e.addition end,
        'emptied_at', e.emptied_at),
      'is_proposed', (w.is_creators or c.brand_id in (select private.own_cases())) is not true
        and (private.is_proposed(c.id::text) or private.is_proposed(c.brand_id::text))) as item
from private.chargebacks c
left join private.chargeback_evidence e on e.chargeback_id = c.id
left join public.profiles p on p.id = c.brand_id
left join public.pack_orders o on o.id = c.order_id
cross join lateral (
  select c.status = 'lost' and c.apportioned_at is null as waits_for_money, c.frozen_at is not null as is_frozen, exists (
    select from public.pack_orders e where e.kol_id in (select private.own_cases())
      and (e.id = c.order_id or e.id in (select f.order_id from private.earning_funding f where f.payment_id = c.payment_id))) as is_creators) as w;
comment on view private.staff_chargebacks is 'Money that providers took back: first those that staff must decide, then those of frozen brands, then the newest.';

create function private.acts_on_own_cases() returns table (actor_id uuid, at timestamptz)
language sql stable security definer set search_path = '' as $$
  select r.suspended_by, r.created_at from public.suspensions r left join private.people e on e.profile_id = r.profile_id
  where r.ended_at is null and coalesce(e.person_id, r.profile_id) in (select private.own_cases())
$$;
comment on function private.acts_on_own_cases is 'Acts of suspension that reached a case of the caller''s own, by their actor and moment.';

create view private.staff_suspensions with (security_invoker = true) as
select s.id, case when a.is_open then 0 else 1 end as rank,
  coalesce(case when a.is_open then s.appeal_due_at end, s.ends_at, 'infinity') as due,
  a.is_open and a.is_own is not true as waits,
  concat_ws(' ', p.display_name, s.note) as found, array[s.id, s.profile_id, s.suspended_by] as ids,
  s.category as kind, s.suspended_by as by_id, s.profile_id as about_id,
  -- The texts of a decided appeal are left out; read_member shows them, which is logged.
  to_jsonb(s) || case when a.is_open then '{}' else '{"appeal": null, "appeal_reply": null}'::jsonb end
    || jsonb_build_object('member', p.display_name, 'by', private.name_of(s.suspended_by), 'is_own', a.is_own is true,
    'brought_in', case when a.is_open then cardinality(private.brought_in_with(s.profile_id)) else 0 end, 'is_proposed', private.is_proposed(s.profile_id::text)) as item
from public.suspensions s
join public.profiles p on p.id = s.profile_id
cross join lateral (
  select s.appealed_at is not null and s.appeal_decided_at is null as is_open,
    s.suspended_by in (select private.my_accounts()) or s.proposed_by in (select private.my_accounts()) as is_own) as a
where s.ended_at is null and p.deleted_at is null and (s.profile_id in (select private.own_cases())) is not true
  and ((s.suspended_by, s.created_at) in (select o.actor_id, o.at from private.acts_on_own_cases() as o)) is not true;
comment on view private.staff_suspensions is
  'Suspensions that have not ended, without acts that reached a case of the caller''s own, open appeals first, by their deadline.';

-- The number is not in the view, so that it is counted once for a page, which may have many rows of an act that reached hundreds of members.
create function private.with_acts(rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(r.item || jsonb_build_object('together', coalesce(t.together, 0)) order by r.nr), '[]')
  from jsonb_array_elements(rows) with ordinality as r (item, nr)
  left join (
    select m.suspension_id, count(*) as together from private.suspended_together(array(select (l ->> 'id')::uuid from jsonb_array_elements(rows) as l)) as m
    group by 1) as t on t.suspension_id = (r.item ->> 'id')::uuid
$$;
comment on function private.with_acts is 'A page of suspensions, with how many members the end of each reinstates together.';

create view private.staff_people with (security_invoker = true) as
select md5(p.profile_id::text || p.other_id)::uuid as id, 0 as rank, p.created_at as due, true as waits,
  concat_ws(' ', a.display_name, b.display_name) as found, array[p.profile_id, p.other_id] as ids,
  p.kind, null::uuid as by_id, p.profile_id as about_id,
  jsonb_build_object('profile_id', p.profile_id, 'other_id', p.other_id, 'kind', p.kind, 'is_separate', p.is_separate,
    'created_at', p.created_at, 'is_joined', private.person_of(p.profile_id) = private.person_of(p.other_id),
    'name', a.display_name, 'other', b.display_name, 'is_proposed', private.is_proposed(p.profile_id::text)) as item
from private.person_pairs p
join public.profiles a on a.id = p.profile_id
join public.profiles b on b.id = p.other_id
where p.decided_at is null
  and p.profile_id not in (select private.own_cases()) and p.other_id not in (select private.own_cases());
comment on view private.staff_people is 'The pairs of accounts that wait for staff (02_members/05_people), without cases of their own.';

-- A payment of an order shows the id of the order only to staff who have opened it.
create view private.staff_books with (security_invoker = true) as
select md5(d.id::text)::uuid as id, 0 as rank, d.found_at as due, true as waits,
  concat_ws(' ', s.provider, l.provider_ref, s.subject) as found, array[]::uuid[] as ids, d.kind, null::uuid as by_id, null::uuid as about_id,
  jsonb_build_object('id', d.id, 'kind', d.kind, 'provider', s.provider, 'line_kind', s.kind, 'provider_ref', l.provider_ref, 'subject', s.subject,
    'line_minor', l.amount_minor, 'booked_minor', m.amount_minor, 'amount_minor', d.amount_minor, 'currency', d.currency, 'moved_at', s.moved_at,
    'is_proposed', private.is_proposed(d.id::text)) as item
from private.differences d
left join private.provider_lines l on l.id = d.line_id
left join private.cash_movements m on m.transfer_id = d.transfer_id
cross join lateral (
  select coalesce(l.provider, m.provider) as provider, coalesce(l.kind, m.kind) as kind, coalesce(l.occurred_at, m.moved_at) as moved_at,
    case when coalesce(l.subject, m.subject) !~ '^[0-9a-f-]{36}$' or coalesce(l.kind, m.kind) <> 'payment'
      or coalesce(l.subject, m.subject) in (select o::text from private.orders_read_by_me() as o) then coalesce(l.subject, m.subject) end as subject) as s
where d.resolved_at is null and d.id not in (select private.own_differences());
comment on view private.staff_books is 'Movements that providers and the ledger do not agree about, without those of own cases, the oldest first.';

-- The page of payouts shows these alarms.
create view private.staff_alarms with (security_invoker = true) as
select a.id, 0 as rank, a.raised_at as due, true as waits, concat_ws(' ', o.number, a.detail) as found, array[a.id, a.order_id] as ids,
  a.kind, null::uuid as by_id, null::uuid as about_id,
  jsonb_build_object('id', a.id, 'kind', a.kind, 'detail', a.detail, 'raised_at', a.raised_at, 'order_id', a.order_id, 'number', o.number,
    'failed_act_id', case when a.kind = 'act_failed' then (
      select min(c.id) from public.chain_acts c where c.order_id = a.order_id and c.state = 'failed' and c.kind <> 'authorize') end,
    'can_give_up', a.kind = 'act_failed' and exists (
      select from public.chain_acts c where c.order_id = a.order_id and private.can_be_given_up(c)),
    'is_proposed', private.is_proposed(a.order_id::text) or private.is_proposed(a.id::text)) as item
from public.chain_alarms a
left join public.pack_orders o on o.id = a.order_id
where a.cleared_at is null and a.id not in (select private.own_alarms());
comment on view private.staff_alarms is 'Open alarms about the escrow of the chain, without those of own cases, the oldest first.';

-- The market's own names come last, in alphabetical order, and cannot be released.
create view private.staff_names with (security_invoker = true) as
select md5(r.name)::uuid as id, case when r.is_fixed then row_number() over (partition by r.is_fixed order by lower(r.name)) else 0 end::int as rank,
  private.newest_first(r.created_at) as due, false as waits, r.name as found, array[]::uuid[] as ids, null::text as kind, null::uuid as by_id, null::uuid as about_id,
  jsonb_build_object('name', r.name, 'inside_words', r.inside_words, 'is_fixed', r.is_fixed) as item
from private.reserved_names r;
comment on view private.staff_names is 'The reserved names, those of staff first, with the newest on top.';

-- Proposals --------------------------------------------------------------------------------
create function private.proposed_order(p public.staff_proposals) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select to_jsonb(s) || jsonb_build_object('brand', private.name_of(s.brand_id), 'creator', private.name_of(s.kol_id),
      'split', to_jsonb(private.settlement_preview(s.id, (p.arguments ->> 'creator_share_minor')::bigint)),
      'ruled', (select jsonb_build_object('creator_share_minor', r.creator_share_minor, 'category', r.category, 'clause', r.clause)
        from public.rulings r where r.order_id = s.id and r.instance = 'first'))
    from public.pack_orders o cross join lateral private.staff_order_of(o) as s where o.id = p.subject::uuid);
end;
$$;
comment on function private.proposed_order is 'The order of a proposed ruling, who gets how much of it, and the ruling that it would replace.';

-- The members whom a suspension would reach; the names of a large tree are cut off, its number is not.
create function private.proposed_tree(p public.staff_proposals) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_names_most constant int := 50;
  v_tree uuid[] := private.concerned_by(p);
begin
  return jsonb_build_object('size', cardinality(v_tree), 'names', (
    select jsonb_agg(n.display_name) from (
      select coalesce(m.display_name, '?') as display_name from public.profiles m where m.id = any (v_tree)
      order by m.id <> p.subject::uuid, m.created_at limit v_names_most) as n));
end;
$$;
comment on function private.proposed_tree is 'How many members a proposal reaches, and the names of the first ones.';

-- A second member of staff decides by these facts: the present state, and the state that the proposal would make.
create function private.proposal_facts(p public.staff_proposals) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_strip_nulls(case
    when p.action in ('resolve_dispute', 'decide_appeal') then jsonb_build_object('order', private.proposed_order(p))
    when p.action = 'resolve_suspense' then jsonb_build_object('payment', (
      select s.item from private.staff_suspense s where s.id = p.subject::uuid))
    when p.action = 'release_payouts' and p.subject = 'all' then jsonb_build_object('halt', (
      select jsonb_build_object('reason', h.reason, 'since', h.created_at, 'by', private.name_of(h.halted_by), 'waiting', (
        select jsonb_agg(to_jsonb(w) order by w.currency) from (
          select o.currency, count(*) as payouts, sum(o.amount_minor) as amount_minor from public.payouts o where o.status = 'requested' group by o.currency) w))
      from public.payout_halts h where h.payout_id is null and h.released_at is null))
    when p.action in ('record_payout_sent', 'record_payout_failed', 'record_payout_returned', 'release_payouts') then jsonb_build_object('payout', (
      select jsonb_build_object('display_name', private.name_of(o.profile_id), 'amount_minor', o.amount_minor,
        'currency', o.currency, 'method', o.method, 'created_at', o.created_at)
      from public.payouts o where o.id::text = p.subject))
    when p.action = 'give_up_capture' then jsonb_build_object('capture', (
      select jsonb_build_object('order_id', a.order_id, 'number', o.number, 'amount_minor', a.amount_minor, 'currency', o.currency)
      from public.pack_orders o join public.chain_acts a on a.order_id = o.id
      where o.id = p.subject::uuid and private.can_be_given_up(a) order by a.id limit 1))
    when p.action = 'clear_chain_alarm' then jsonb_build_object('alarm', (
      select s.item from private.staff_alarms s where s.id = p.subject::uuid))
    when p.action in ('bear_chargeback', 'send_evidence') then jsonb_build_object('chargeback', (
      select s.item from private.staff_chargebacks s where s.id = p.subject::uuid))
    when p.action = 'update_setting' then jsonb_build_object('setting', (
      select jsonb_build_object('value', s.value, 'unit', s.unit, 'meaning', s.meaning) from private.settings s where s.key = p.subject))
    when p.action = 'suspend_profile' then jsonb_build_object('tree', private.proposed_tree(p), 'ends_at', case
      when (p.arguments ->> 'without_end')::boolean is false then private.suspension_ends_at(coalesce(p.arguments ->> 'category', 'other'), now()) end)
    when p.action in ('unsuspend_profile', 'decide_suspension_appeal') then jsonb_build_object('suspension', (
      select s.item from private.staff_suspensions s where s.about_id = p.subject::uuid))
    when p.action = 'resolve_difference' then jsonb_build_object('difference', (
      select jsonb_build_object('kind', d.kind, 'amount_minor', d.amount_minor, 'currency', d.currency)
      from private.differences d where d.id = p.subject::bigint))
    when p.action = 'set_trust_level' then jsonb_build_object('trust_level', (
      select m.trust_level from public.profiles m where m.id = p.subject::uuid))
    else '{}' end || jsonb_build_object(
      'member', private.name_of((p.arguments ->> 'profile_id')::uuid), 'other', private.name_of((p.arguments ->> 'other_id')::uuid)));
end;
$$;
comment on function private.proposal_facts is 'The present facts about the subject of a proposal.';

-- A proposed ruling is listed for everybody, and shown to staff who have opened the case.
create view private.staff_proposed with (security_invoker = true) as
select p.id, 0 as rank, p.expires_at as due, p.proposed_by not in (select private.my_accounts()) as waits,
  concat_ws(' ', p.subject, by.display_name, m.display_name, o.number) as found,
  array[p.id, p.proposed_by, m.id, o.id] as ids, p.action as kind, p.proposed_by as by_id, m.id as about_id,
  case when p.action not in ('resolve_dispute', 'decide_appeal')
      or p.proposed_by = private.my_profile_id() or o.id in (select private.orders_read_by_me())
    then to_jsonb(p) || private.proposal_facts(p)
    else to_jsonb(p) - 'arguments' || jsonb_build_object('order', to_jsonb(private.staff_order_of(o)))
  end || jsonb_build_object('proposer', by.display_name, 'is_mine', p.proposed_by in (select private.my_accounts()),
    'is_void', not by.is_staff or by.suspended_at is not null or private.is_proposal_of(p.proposed_by, p)) as item
from public.staff_proposals p
join public.profiles by on by.id = p.proposed_by
left join public.profiles m on m.id = (p.arguments ->> 'profile_id')::uuid
left join public.pack_orders o on o.id = (p.arguments ->> 'order_id')::uuid
where p.status = 'open' and p.expires_at > now() and (p.proposed_by in (select private.my_accounts()) or not coalesce(case
    when private.concerns_one_person(p) then p.subject::uuid in (select private.own_cases())
    when p.action in ('resolve_dispute', 'decide_appeal', 'resolve_suspense', 'give_up_capture', 'clear_chain_alarm') then private.concerned_by(p) && array(select private.own_disputes())
    else private.concerned_by(p) && array(select private.own_cases()) end, false));
comment on view private.staff_proposed is
  'Acts that wait for a second member of staff, with what they would change, without those of others in cases of the caller''s own.';

-- Journals ---------------------------------------------------------------------------------
create view private.staff_members with (security_invoker = true) as
select p.id, 0 as rank, p.created_at as due, false as waits, p.display_name as found, array[p.id] as ids,
  case when p.suspended_at is not null then 'suspended' when p.frozen_at is not null then 'frozen' when p.is_approved then 'on_market'
    when p.rejected_at is not null then 'rejected' when p.onboarded_at is not null then 'waits' else 'not_set_up' end as kind,
  null::uuid as by_id, p.id as about_id,
  to_jsonb(private.as_staff_profile(p))
    || jsonb_build_object('is_own_case', p.id in (select private.own_cases()), 'is_proposed', private.is_proposed(p.id::text),
      'suspension_id', (select s.id from public.suspensions s where s.profile_id = p.id and s.ended_at is null),
      'causes', case when p.frozen_at is not null then private.causes_of(p.id) end) as item
from public.profiles p
where p.deleted_at is null;
comment on view private.staff_members is 'Every member; kind is the state.';
-- Finds words of three letters or more anywhere in a name.
create index profiles_by_letters on public.profiles using gin (private.lower_text(display_name) extensions.gin_trgm_ops) where deleted_at is null;

create view private.staff_invites with (security_invoker = true) as
select i.id, 0 as rank, i.created_at as due, false as waits, concat_ws(' ', c.code, p.display_name) as found,
  array[i.id, i.issuer_id] as ids, null::text as kind, i.issuer_id as by_id, null::uuid as about_id,
  to_jsonb(i) || jsonb_build_object('code', c.code, 'is_mine', c.is_mine, 'email', private.masked_email(i.email), 'issuer', p.display_name,
    'is_stopped', i.issuer_id is not null and i.issuer_id not in (select private.active_staff())) as item
from public.invites i
left join public.profiles p on p.id = i.issuer_id
-- A member who signed up with the code of a member of staff is an own case of theirs. Other members of staff do not see the code, so they cannot cause that.
cross join lateral (
  select m.is_mine, case when m.is_mine then i.code else left(i.code, 4) || '••••' end as code
  from (select i.issuer_id is not distinct from (select private.my_profile_id()) as is_mine) as m) as c;
comment on view private.staff_invites is 'Every invite that staff issued, with the address masked, and the code masked unless the invite is the caller''s own.';

-- Ids in the details of an act: the members that it reached, its order, a payment.
create function private.names_in(details jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_ids constant uuid[] := array(
    select m[1]::uuid from regexp_matches(details::text, '"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"', 'g') as m limit 100);
begin
  if v_ids = '{}' then
    return '{}';
  end if;
  return (
    select coalesce(jsonb_object_agg(n.id, n.name), '{}') from (
      select p.id, p.display_name as name from public.profiles p where p.id = any (v_ids)
      union all select o.id, o.number from public.pack_orders o where o.id = any (v_ids)) as n
    where n.name is not null);
end;
$$;
comment on function private.names_in is 'The names of members and the numbers of orders whose ids are in the details of an act.';

-- The accounts that an act of suspension reached are among these keys, because they show who invited whom. Immutable, so that the planner evaluates it once.
create function private.words_about_members() returns text[]
language sql immutable set search_path = '' as $$
  select array['note', 'addition', 'reason', 'resolution', 'category', 'upheld', 'suspended', 'reinstated']
$$;
comment on function private.words_about_members is 'The keys of the details of acts that say something about a member.';

create function private.without_words(details jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select (details - private.words_about_members()) || case when details ? 'arguments'
    then jsonb_build_object('arguments', (details -> 'arguments') - private.words_about_members()) else '{}' end
$$;
comment on function private.without_words is 'The details of an act without what they say about a member.';

-- The sums are hidden from staff who have not read the order, because the appeal goes to them.
create function private.ruled_sums(a public.staff_audit) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    -- Without a buyer's fee the total is the price, and is left out.
    select jsonb_build_object('creator_share_minor', m.share_minor, 'creator_fee_minor', m.creator_fee_minor, 'creator_minor', m.creator_minor,
      'brand_minor', m.brand_minor) || case when m.held_fee_minor = 0 then '{}' else jsonb_build_object('total_minor', m.total_minor, 'buyer_fee_minor', m.buyer_fee_minor) end
    from public.rulings r cross join lateral private.settlement_preview(r.order_id, r.creator_share_minor) as m
    where a.action in ('resolve_dispute', 'decide_appeal') and r.order_id = a.subject_id
      and r.instance = case a.action when 'decide_appeal' then 'appeal' else 'first' end), '{}');
end;
$$;
comment on function private.ruled_sums is 'The sums of the ruling that an act of staff made, for a caller who has read the order; otherwise nothing.';

-- The subject of an act is a member, an order, a payment, a payout, a chargeback, a proposal, a message or an invite. Left out
-- are the acts of others in the reader's own cases: upon a report, for example, which names the message, and so the reporter.
-- Texts about a member are shown to the actor, and after opening the member or the report; texts about an order after opening
-- the order, and texts about a difference after opening a member whom it names.
create view private.staff_log with (security_invoker = true) as
select a.id, 0 as rank, a.created_at as due, false as waits,
  concat_ws(' ', by.display_name, m.display_name, o.number, a.details ->> 'key', a.details ->> 'name',
    case when w.are_shown then concat_ws(' ', a.details ->> 'note', a.details ->> 'reason') end) as found,
  array[a.id, a.actor_id, a.subject_id, s.member_id, s.order_id] as ids, a.action as kind, a.actor_id as by_id, s.member_id as about_id,
  to_jsonb(a) || jsonb_build_object('details', d.details || private.ruled_sums(a), 'actor', by.display_name,
    'is_shortened', d.details <> a.details or a.action in ('resolve_dispute', 'decide_appeal') and private.ruled_sums(a) = '{}',
    'member_id', m.id, 'member', m.display_name, 'order_id', o.id, 'number', o.number, 'names', private.names_in(d.details)) as item
from public.staff_audit a
left join public.profiles by on by.id = a.actor_id
left join public.staff_proposals x on x.id = a.subject_id
left join public.payments y on y.id = coalesce((x.arguments ->> 'payment_id')::uuid, a.subject_id)
left join private.chargebacks c on c.id = coalesce((x.arguments ->> 'chargeback_id')::uuid, a.subject_id)
left join public.payouts z on z.id = coalesce((x.arguments ->> 'payout_id')::uuid, a.subject_id)
-- Messages are joined only for acts about reports: the client chooses the ids of messages, and could choose that of a member.
left join public.messages t on t.id = a.subject_id and a.action in ('read_report', 'resolve_reports', 'reopen_report')
cross join lateral (
  select coalesce((x.arguments ->> 'profile_id')::uuid, (a.details ->> 'profile_id')::uuid, y.payer_id, z.profile_id, c.brand_id, t.sender_id, a.subject_id) as member_id,
    (coalesce(x.arguments, a.details) ->> 'other_id')::uuid as other_id,
    coalesce((x.arguments ->> 'order_id')::uuid, y.order_id, (a.details ->> 'order_id')::uuid, a.subject_id) as order_id) as s
left join public.profiles m on m.id = s.member_id
left join public.pack_orders o on o.id = s.order_id
cross join lateral (
  select case when coalesce(x.arguments, a.details) ? 'difference_id'
    then private.members_of_difference((coalesce(x.arguments, a.details) ->> 'difference_id')::bigint) else '{}' end as of_difference) as i
cross join lateral (
  select a.actor_id = (select private.my_profile_id())
    or m.id is null and o.id is null and i.of_difference = '{}' and a.action not in ('read_report', 'resolve_reports', 'reopen_report')
    or m.id is null and o.id in (select private.looked_at('read_order'))
    or i.of_difference && array(select private.looked_at('read_member'))
    or s.member_id in (select private.looked_at('read_member')) or t.id in (select private.looked_at('read_report')) as are_shown) as w
cross join lateral (
  select case when w.are_shown then a.details else private.without_words(a.details) end as details) as d
where a.actor_id = (select private.my_profile_id()) or (
  s.member_id in (select private.own_cases()) or s.other_id in (select private.own_cases()) or t.receiver_id in (select private.own_cases())
  or o.brand_id in (select private.own_disputes()) or o.kol_id in (select private.own_disputes())
  or i.of_difference && array(select private.own_cases())
  -- Compares all members whom an act of suspension would reach or has reached.
  or case when x.action in ('suspend_profile', 'unsuspend_profile', 'decide_suspension_appeal') and not private.concerns_one_person(x)
    then private.is_own_proposal(x) end
  or a.details ?| '{suspended,reinstated}' and exists (
    select from jsonb_array_elements_text(coalesce(a.details -> 'suspended', '[]') || coalesce(a.details -> 'reinstated', '[]')) as r (id)
    where r.id::uuid in (select private.own_cases()))
  -- The entry of a large act does not name all members whom it reached.
  or a.details ? 'more' and exists (
    select from public.suspensions r left join private.brought_in b on b.suspension_id = r.id
    where r.profile_id in (select private.own_cases()) and a.created_at in (r.created_at, r.ended_at, b.created_at))
  or c.id is not null and exists (
    select from public.pack_orders e where e.kol_id in (select private.own_cases())
      and (e.id = c.order_id or e.id in (select f.order_id from private.earning_funding f where f.payment_id = c.payment_id)))) is not true;
comment on view private.staff_log is 'The audit log as the caller reads it, with its names.';

-- Pages ------------------------------------------------------------------------------------
-- An e-mail address finds a member or an invite only as a whole, so that nobody reads addresses by guessing their letters.
create function private.ids_of_term(list text, term text) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if term ~ '@' then
    return array(
      select p.id from auth.users u join public.profiles p on p.user_id = u.id where u.email = term
      union all select i.id from public.invites i where i.email = term);
  end if;
  if list = 'members' and term like 'k-%' then
    return array(select unnest(array[o.brand_id, o.kol_id]) from public.pack_orders o where o.number = upper(term));
  end if;
  return array(
    select m[1]::uuid from regexp_matches(term, '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})', 'g') as m);
end;
$$;
comment on function private.ids_of_term is
  'The ids that a normalised term names: one that stands in it, also within an address of a page, those of the member and of invites with this '
  'e-mail address, or in the list of members the sides of an order by its number.';

-- The condition has one comparison for each word, with the word itself, so that an index may serve it. Ids are rare.
create function private.term_condition(patterns text[], ids uuid[]) returns text
language sql immutable set search_path = '' as $$
  select format(case when ids = '{}' then '%1$s' else '(%1$s or l.ids && %2$L::uuid[])' end,
    string_agg(format('private.lower_text(l.found) like %L', pattern), ' and '), ids)
  from unnest(patterns) as pattern
$$;
comment on function private.term_condition is 'The condition on a row of a list of staff that finds a term, by its patterns and the ids that it names.';

create function private.staff_view(list text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when list in ('approvals', 'disputes', 'reports', 'suspense', 'payouts', 'failed', 'chargebacks', 'suspensions', 'people', 'books', 'alarms', 'names', 'members', 'invites')
      then 'private.staff_' || list
    when list = 'proposals' then 'private.staff_proposed'
    when list = 'audit' then 'private.staff_log'
  end;
end;
$$;
comment on function private.staff_view is 'The view of a list of staff; null for an unknown list.';

-- Reads the first rows by an index and looks up the names of each: with hash joins the planner would read whole tables.
create function private.count_journal(view text, most int) returns int
language plpgsql stable security definer set search_path = '' set enable_hashjoin = off as $$
declare
  v_count int;
begin
  execute format('select count(*) from (select from %s l order by l.due desc, l.id desc limit %s) as counted', view, most) into v_count;
  return v_count;
end;
$$;
comment on function private.count_journal is 'How many rows a list of staff without a search has, at most the given number.';

create function private.staff_list(list text, search jsonb, after jsonb, page_size int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_rows_most constant int := 1000;
  v_view constant text := private.staff_view(list);
  v_term constant text := private.normalise_text(search ->> 'term');
  v_is_journal constant boolean := list in ('members', 'invites', 'audit');
  -- Each row that a word finds in a journal is read to be counted, however many members there are.
  v_counted_most constant int := case when v_is_journal and v_term <> '' then 1000 else 10000 end;
  v_order constant text := case when v_is_journal then 'l.due desc, l.id desc' else 'l.rank, l.due, l.id' end;
  v_where constant text := concat_ws(' and ', 'true',
    case when v_term <> '' then private.term_condition(private.patterns_of(v_term), private.ids_of_term(list, v_term)) end,
    case when search ? 'role' then '(select p.role from public.profiles p where p.id = l.id) = $1 ->> ''role''' end,
    case when search ? 'kind' then 'l.kind = $1 ->> ''kind''' end,
    case when search ? 'by' then 'l.by_id = ($1 ->> ''by'')::uuid' end,
    case when search ? 'about' then 'l.about_id = ($1 ->> ''about'')::uuid' end,
    case when search ? 'since' then 'l.due >= ($1 ->> ''since'')::timestamptz' end,
    case when search ? 'until' then 'l.due < ($1 ->> ''until'')::timestamptz' end);
  v_page jsonb;
  v_total int;
begin
  perform private.require_staff();
  perform private.require_given(v_view);
  execute format($sql$
    with page as (select l.rank, l.due, l.id, l.item from %1$s l where %2$s %4$s order by %3$s limit $3)
    select jsonb_build_object('rows', coalesce(jsonb_agg(l.item order by %3$s), '[]'),
      'next', case when count(*) = $3 then jsonb_agg(jsonb_build_array(l.rank, l.due, l.id) order by %3$s) -> -1 end)
    from page l$sql$, v_view, v_where, v_order, case
      when after is null then ''
      when v_is_journal then 'and (l.due, l.id) < (($2 ->> 1)::timestamptz, ($2 ->> 2)::uuid)'
      else 'and (l.rank, l.due, l.id) > (($2 ->> 0)::int, ($2 ->> 1)::timestamptz, ($2 ->> 2)::uuid)' end)
  into v_page using search, after, least(greatest(coalesce(page_size, 30), 1), v_rows_most);
  if list = 'suspensions' then
    v_page := v_page || jsonb_build_object('rows', private.with_acts(v_page -> 'rows'));
  end if;
  if after is not null or list = 'audit' and v_where = 'true' then
    -- The whole log is not counted: nobody needs the number, and each act would be looked up with its names.
    v_total := null;
  elsif v_page ->> 'next' is null then
    v_total := jsonb_array_length(v_page -> 'rows');
  elsif v_is_journal and v_where = 'true' then
    v_total := private.count_journal(v_view, v_counted_most + 1);
  else
    execute format('select count(*) from (select from %s l where %s limit %s) as counted', v_view, v_where, v_counted_most + 1)
    into v_total using search;
  end if;
  return v_page || jsonb_build_object('total', v_total, 'counted_most', v_counted_most) || case when list = 'alarms' then jsonb_build_object('halted', (
    select h.reason from public.payout_halts h where h.payout_id is null and h.released_at is null), 'is_release_proposed', private.is_proposed('all')) else '{}' end;
end;
$$;

create function public.staff_list(list text, search jsonb default '{}', after jsonb default null, page_size int default 30) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.require_plain(jsonb_build_object('search', search, 'after', after));
  select private.staff_list(list, search, after, page_size)
$$;
comment on function public.staff_list is
  'Staff: a page of approvals, disputes, reports, suspense, payouts, failed (payouts), chargebacks, suspensions, people, books (differences), alarms (of the chain), names (that are reserved), proposals, '
  'members, invites or audit: its rows, total, their number on the first page (not of the whole audit log), which is counted to counted_most (one above it: there are more), and next, which is after for the '
  'next page; alarms say why all payouts are stopped '
  '(halted), and whether their release waits for a second member of staff (is_release_proposed). '
  'search: term, for members role and kind (suspended, frozen, on_market, rejected, waits or not_set_up), and for the audit log kind, by, about, since, until. A term of no words finds everything.';

-- Work of staff -----------------------------------------------------------------------------
create function private.staff_queue() returns table (section text, waiting int, due_at timestamptz, since timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_counted_most constant int := 10001;
  -- Lists whose `due` is a deadline; in others it is the time since which something waits.
  v_with_deadline constant text[] := '{disputes,suspensions,proposals}';
begin
  perform private.require_staff();
  foreach section in array '{approvals,disputes,reports,suspense,payouts,failed,chargebacks,suspensions,people,proposals,books}'::text[] loop
    execute format('select count(*), min(due) from (select l.due from %s l where l.waits limit %s) as counted', private.staff_view(section), v_counted_most)
    into waiting, since;
    -- Alarms of the chain count as payouts, because the page of payouts shows them.
    if section = 'payouts' then
      select waiting + count(*), least(since, min(a.due)) into waiting, since from private.staff_alarms a;
    end if;
    due_at := case when section = any (v_with_deadline) and isfinite(since) then since end;
    since := case when section <> all (v_with_deadline) then since end;
    return next;
  end loop;
end;
$$;
create function public.staff_queue() returns table (section text, waiting int, due_at timestamptz, since timestamptz)
language sql stable security invoker set search_path = '' as $$
  select * from private.staff_queue() as q order by q.due_at, q.since, q.section
$$;
comment on function public.staff_queue is
  'Staff: the number of items that wait for staff in each section of the staff page, without cases of the caller''s own, '
  'and the first deadline, or since when the oldest waits; what is due first comes first. 10,001 stands for more than 10,000.';
grant execute on function private.staff_list, private.staff_queue, public.staff_list, public.staff_queue to authenticated;
