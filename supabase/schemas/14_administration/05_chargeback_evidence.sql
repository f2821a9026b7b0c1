-- The market's evidence in a dispute of a card: what the buyer ordered and saw, from the order itself. A bank takes
-- evidence once, and until a given day. Some days before, the clock has it sent (the edge function send-evidence);
-- staff can have it sent earlier, with a sentence of their own. All that is sent is stored before it leaves, so that a
-- sender that is killed, doubled or late sends the same, and looks first whether it has been sent.
create table private.chargeback_evidence (
  chargeback_id uuid primary key references private.chargebacks (id),
  -- The member of staff who had it sent before its time, and the sentence that they added.
  requested_by uuid references public.profiles (id),
  addition text,
  -- The fields of the provider's form. Null: no sender has begun.
  evidence jsonb,
  begun_at timestamptz,
  -- The time until which one sender works on the evidence; afterwards another sender looks up the outcome.
  leased_until timestamptz,
  sent_at timestamptz,
  -- Why the provider accepted no evidence: it will accept none later.
  problem text,
  -- The time at which the texts were removed.
  emptied_at timestamptz,
  constraint chargeback_evidence_addition_length check (length(btrim(addition)) >= 1 and length(addition) <= 2000),
  constraint chargeback_evidence_problem_short check (length(problem) <= 200),
  constraint chargeback_evidence_has_one_end check (sent_at is null or problem is null),
  constraint chargeback_evidence_begun_is_stored check (num_nonnulls(evidence, begun_at, leased_until) in (0, 3)),
  constraint chargeback_evidence_times_finite check (isfinite(begun_at) and isfinite(leased_until)),
  constraint chargeback_evidence_emptied_has_time check ((emptied_at is null) = (evidence is distinct from '{}') and isfinite(emptied_at)),
  constraint chargeback_evidence_ends_begun check (evidence is not null or num_nonnulls(sent_at, problem) = 0)
);
comment on table private.chargeback_evidence is 'Evidence in disputes of cards, as it is sent to the provider, once for each dispute.';
create index chargeback_evidence_requested_by on private.chargeback_evidence (requested_by);
alter table private.chargeback_evidence enable row level security;
grant select on private.chargeback_evidence to service_role;
create index chargeback_evidence_kept on private.chargeback_evidence (begun_at) where evidence <> '{}';
-- A row can be emptied once its dispute cannot be open any more (private.purge_evidence).
create trigger chargeback_evidence_stays before update on private.chargeback_evidence
  for each row when (
    (NEW.evidence = '{}' and OLD.begun_at < now() - interval '180 days') is not true and (OLD.evidence is not null
      and (OLD.requested_by, OLD.addition, OLD.evidence, OLD.begun_at) is distinct from (NEW.requested_by, NEW.addition, NEW.evidence, NEW.begun_at)
    or OLD.sent_at is not null)
  ) execute function private.refuse_change();
create trigger chargeback_evidence_not_deleted before delete on private.chargeback_evidence
  for each row execute function private.refuse_change();
create trigger chargeback_evidence_not_truncated before truncate on private.chargeback_evidence
  for each statement execute function private.refuse_change();

-- Texts ------------------------------------------------------------------------------------
-- The texts are in English, for banks. They name the one order alone: the buyer's other orders, addresses and
-- conversations are not sent.
-- Money that an order returned to the wallet does not count: otherwise a buyer could have the bank read about that order instead of
-- the orders on which the money was spent.
create function private.order_of_chargeback(c private.chargebacks) returns public.pack_orders
language sql stable security definer set search_path = '' as $$
  select o.* from (
    select c.order_id, 0::bigint as amount_minor
    union all
    select x.order_id, sum(x.amount_minor)::bigint from private.earning_funding x where x.payment_id = c.payment_id group by x.order_id) as f
  join public.pack_orders o on o.id = f.order_id
  order by least(f.amount_minor, private.share_of(o)) desc, o.id is distinct from c.order_id, o.created_at, o.id limit 1
$$;
comment on function private.order_of_chargeback is
  'The order for which most of a disputed payment was spent, as price or tip: the order that the payment was made for, unless it returned money to the wallet which paid for more of another order.';

create function private.utc_text(at timestamptz) returns text
language sql stable set search_path = '' as $$ select to_char(at at time zone 'utc', 'YYYY-MM-DD HH24:MI "UTC"') $$;
comment on function private.utc_text is 'A time as text for a bank.';

-- A member could otherwise write a line that reads like one by the market, or by the other side.
create function private.quoted_lines(said text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(regexp_replace(said, '[[:blank:]\u00a0\u2000-\u200a\u3000]{2,}', ' ', 'g'), '[\n\r\v\f\u0085\u2028\u2029]+', E'\n> ', 'g')
$$;
comment on function private.quoted_lines is 'A text of a member, to follow a text of the market: each further line begins with a sign of quotation, and no gap looks like one.';

create function private.texts_after(label text, texts text[]) returns text
language sql immutable set search_path = '' as $$ select label || nullif(private.quoted_lines(array_to_string(texts, '; ')), '') $$;
comment on function private.texts_after is 'A label, and after it the texts of a list, each with its further lines quoted; null for an empty list.';

create function private.file_names(files jsonb) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_agg(coalesce(f ->> 'name', 'without a name') || coalesce(' (SHA-256 ' || i.sha256 || ')', ''))
  from jsonb_array_elements(files) as f
  left join private.file_inspections i on i.bucket_id = 'attachments' and i.name = f ->> 'path'
$$;
comment on function private.file_names is 'The names of files as their sender calls them, with the hashes of their contents.';

create function private.unquoted(title text) returns text
language sql immutable set search_path = '' as $$ select translate(title, '"“”„‟«»＂', '''''''''''''''''') $$;
comment on function private.unquoted is 'A title with single quotes in the place of double ones, so that it cannot end its quotation.';

-- An order from the buyer's own offer is made when the seller accepts it.
create function private.agreed_at(o public.pack_orders) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select least(o.created_at, (select f.created_at from public.offers f where f.id = o.offer_id and f.author_id = o.brand_id))
$$;
comment on function private.agreed_at is 'When the buyer agreed to the terms of an order.';

create function private.agreement_text(o public.pack_orders) returns text
language sql stable security definer set search_path = '' as $$
  select concat_ws(E'\n', format('%s (order %s), %s.', o.pack_title, o.number, private.money_text(o.price_minor, o.currency)),
    private.texts_after('Description: ', array[o.terms ->> 'description']), private.texts_after('Tier: ', array[o.terms -> 'tier' ->> 'description']),
    private.texts_after('To be delivered: ', array(select jsonb_array_elements_text(o.terms -> 'deliverables'))),
    private.texts_after('Extras: ', private.texts_of(o.terms -> 'extras', 'name')),
    private.texts_after('Parts: ', array(
      select format('"%s", %s', private.unquoted(m.title), private.money_text(m.amount_minor, o.currency)) from public.order_milestones m where m.order_id = o.id order by m.position)),
    case when o.buyer_fee_minor > 0 then format('Our fee, paid by the buyer on top: %s.', private.money_text(o.buyer_fee_minor, o.currency)) end,
    format('Days to deliver: %s. Revisions: %s.', o.delivery_days, o.revisions_allowed))
$$;
comment on function private.agreement_text is 'The goods of an order, as they were agreed, as text.';

create function private.brief_text(o public.pack_orders) returns text
language sql stable security definer set search_path = '' as $$
  select concat_ws(E'\n', private.texts_after('Goal: ', array[o.brief_goal]), private.texts_after('Message: ', array[o.brief]),
    private.texts_after('Do: ', o.brief_dos), private.texts_after('Do not: ', o.brief_donts),
    private.texts_after('Links: ', o.brief_links), private.texts_after('Files: ', private.file_names(o.brief_files)))
$$;
comment on function private.brief_text is 'The brief of an order, as text.';

create function private.work_text(o public.pack_orders) returns text
language sql stable security definer set search_path = '' as $$
  select string_agg(concat_ws(E'\n', format('%s, %s:', private.utc_text(d.created_at), case when d.is_draft then 'draft' else 'delivery' end),
    private.texts_after('Note: ', array[d.note]), private.texts_after('Links: ', d.links), private.texts_after('Files: ', private.file_names(d.files))), E'\n\n' order by d.created_at, d.id)
  from public.order_deliveries d where d.order_id = o.id
$$;
comment on function private.work_text is 'Drafts and deliveries of an order.';

create function private.acceptance_text(o public.pack_orders) returns text
language sql stable security definer set search_path = '' as $$
  select string_agg(said, E'\n' order by at)
  from (
    select m.accepted_at as at, format('The part "%s" counted as accepted on %s and was paid to the seller.', private.unquoted(m.title), private.utc_text(m.accepted_at)) as said
    from public.order_milestones m where m.order_id = o.id and m.accepted_at is not null
    union all
    select e.created_at, case when e.actor_id = o.brand_id then 'The buyer accepted the work on ' else 'The buyer raised no further objection until the review ended on ' end
      || private.utc_text(e.created_at) || '.'
    from public.order_events e
    where e.order_id = o.id and e.kind = 'move' and e.to_status = 'completed' and (e.actor_id = o.brand_id or e.actor_id is null)
  ) as acceptances
$$;
comment on function private.acceptance_text is 'How the work of an order, or a part of it, was accepted; null while nothing is.';

create function private.ruling_text(o public.pack_orders) returns text
language sql stable security definer set search_path = '' as $$
  select string_agg(format('%s: %s %s of %s. %s', private.utc_text(d.created_at), d.said,
    private.money_text(d.share_minor, o.currency), private.money_text(o.price_minor, o.currency), d.note), E'\n' order by d.is_end, d.created_at)
  from (
    select false as is_end, r.created_at, r.creator_share_minor as share_minor, r.note,
      case r.instance when 'appeal' then 'on appeal, ' else '' end || 'our staff decided to give the seller' as said
    from public.rulings r where r.order_id = o.id
    union all
    -- A ruling was not carried out if an agreement of the sides, or a chargeback, replaced it.
    select true, e.created_at, private.share_of(o), 'This took the place of the ruling.', case
      when e.actor_id in (o.brand_id, o.kol_id) then 'buyer and seller agreed to give the seller' else 'the payment was taken back, and the market gave the seller' end
    from public.order_events e
    where e.order_id = o.id and e.to_status = 'settled' and (e.actor_id in (o.brand_id, o.kol_id) or e.actor_id is null and e.note = 'chargeback')
      and exists (select from public.rulings r where r.order_id = o.id)
  ) as d
$$;
comment on function private.ruling_text is 'The rulings on a dispute between buyer and seller, and what took their place.';

create function private.history_text(o public.pack_orders) returns text
language sql stable security definer set search_path = '' as $$
  select string_agg(concat_ws(' ', private.utc_text(e.created_at),
    case e.actor_id when o.brand_id then 'buyer:' when o.kol_id then 'seller:' else 'market:' end,
    case when private.has_move(e.from_status, e.to_status, 'milestone') then 'part accepted,' end,
    case when e.kind = 'move' then concat_ws(' to ', e.from_status, e.to_status) else replace(e.kind, '_', ' ') end,
    case when e.actor_id in (o.brand_id, o.kol_id) then '(' || private.quoted_lines(left(e.note, 200)) || ')' end), E'\n' order by e.id)
  -- Counts moves apart from other events: a side that asks to cancel again and again does not push a move out.
  from (
    select *, count(*) filter (where kind <> 'move') over (order by id) as place from public.order_events where order_id = o.id) e
  where e.kind = 'move' or e.place <= 20
$$;
comment on function private.history_text is 'Every move of an order, and its first other events, with author and time.';

create function private.wallet_text(o public.pack_orders) returns text
language sql stable security definer set search_path = '' as $$
  select 'The buyer paid for this order, or gave a tip for it, out of the account that the buyer has with us, where the money of the card payment of '
    || private.utc_text(min(p.created_at)) || ' was at the buyer''s disposal again after another order.'
  from private.earning_funding f join public.payments p on p.id = f.payment_id
  where f.order_id = o.id and p.order_id is distinct from o.id having count(*) > 0
$$;
comment on function private.wallet_text is 'How a card payment that was made for another order paid for this one; null for one of its own.';

-- A message that names no order counts unless the seller was working on another order of the two by then. Orders that are placed
-- later, or were cancelled before any work, exclude no message. Messages are cut, so that long ones do not push others out.
create function private.seen_messages_text(o public.pack_orders) returns text
language sql stable security definer set search_path = '' as $$
  select string_agg(format('%s %s: %s', private.utc_text(m.created_at), case m.sender_id when o.brand_id then 'buyer' else 'seller' end,
    concat_ws(' ', nullif(left(private.quoted_lines(m.content), 500), ''), '[file ' || m.file_name || ']')), E'\n' order by m.created_at desc, m.id desc)
  from public.messages m
  where (m.sender_id, m.receiver_id) in ((o.brand_id, o.kol_id), (o.kol_id, o.brand_id)) and m.is_read
    and (m.order_id = o.id or m.order_id is null and not exists (
      select from public.pack_orders x where x.id <> o.id and (x.brand_id, x.kol_id) = (o.brand_id, o.kol_id) and exists (
        select from public.order_events e where e.order_id = x.id and e.to_status = 'in_progress' and e.created_at <= m.created_at)))
$$;
comment on function private.seen_messages_text is 'Messages about an order that both sides saw, each cut to 500 characters, the newest first.';

create function private.buyer_name(o public.pack_orders) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select r.buyer ->> 'legal_name' from public.papers r where r.order_id = o.id and r.buyer_id = o.brand_id order by r.issued_at, r.sequence limit 1),
    (select p.display_name from public.profiles p where p.id = o.brand_id and p.deleted_at is null))
$$;
comment on function private.buyer_name is 'The buyer of an order, by the name on its papers, whatever the name is now; null for a buyer who left before there were papers.';

-- Stripe takes 20,000 characters a field, and 150,000 in all. Neither side can push another part out by long texts of its own.
create function private.evidence_of(o public.pack_orders, addition text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  c_most constant int := 20000;
begin
  return jsonb_strip_nulls(jsonb_build_object(
    'customer_name', left(private.buyer_name(o), 200),
    'product_description', left(private.agreement_text(o), c_most),
    'service_date', (select to_char(min(d.created_at) at time zone 'utc', 'FMMonth FMDD, YYYY')
      from public.order_deliveries d where d.order_id = o.id and not d.is_draft),
    'access_activity_log', left(private.history_text(o), c_most),
    'refund_policy_disclosure', format('On %s, before paying, the buyer agreed to the terms of this order (version %s). We keep the money until '
      'the buyer accepts the work, or lets the time for review end without an objection. Without work the whole comes back, except for '
      'parts that were accepted; where the sides disagree, both are heard and our staff decide.', private.utc_text(private.agreed_at(o)), o.terms_hash),
    'uncategorized_text', left(concat_ws(E'\n\n', addition, private.wallet_text(o),
      E'ACCEPTANCE\n' || private.acceptance_text(o),
      E'DISPUTE WITH THE SELLER\n' || left(private.ruling_text(o), 5000),
      E'WHAT WAS DELIVERED\n' || left(private.work_text(o), 5000),
      E'WHAT THE BUYER ASKED FOR\n' || left(nullif(private.brief_text(o), ''), 4000),
      E'MESSAGES THAT BOTH READ, THE NEWEST FIRST\n' || private.seen_messages_text(o)), c_most)));
end;
$$;
comment on function private.evidence_of is 'The evidence that the provider gets about an order, by the names of its form.';

-- Sending ----------------------------------------------------------------------------------
create function private.evidence_sending_begins_at(c private.chargebacks) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select c.evidence_due_at - make_interval(hours => private.setting('evidence_lead')::int)
$$;
comment on function private.evidence_sending_begins_at is 'When the clock has evidence sent.';

create function private.evidence_state(c private.chargebacks, e private.chargeback_evidence, at timestamptz) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when e.sent_at is not null then 'sent'
    when e.problem is not null then 'refused'
    when e.evidence is not null then 'sending'
    when c.status <> 'opened' or c.kind <> 'dispute' then null
    when c.evidence_due_at is null then 'impossible'
    when c.evidence_due_at <= at then 'late'
    when (private.order_of_chargeback(c)).id is null then 'no_order'
    when e.requested_by is not null or private.evidence_sending_begins_at(c) <= at then 'sending'
    else 'waiting' end
$$;
comment on function private.evidence_state is 'The state of the evidence in a dispute: waiting for its time, sending, sent, refused by the provider; impossible, late, or about no order. Null: there is no open dispute.';

create index chargebacks_evidence_due on private.chargebacks (evidence_due_at) where status = 'opened';
create index chargeback_evidence_begun on private.chargeback_evidence (chargeback_id)
  where begun_at is not null and sent_at is null and problem is null;
create function private.due_evidence(at timestamptz) returns setof private.chargebacks
language sql stable security definer set search_path = '' as $$
  select c.* from private.chargebacks c left join private.chargeback_evidence e on e.chargeback_id = c.id
  -- The conditions are written so that each table is read by an index, because the clock runs them every few seconds.
  where c.id in (
      select x.id from private.chargebacks x where x.status = 'opened' and x.evidence_due_at > at
      union select x.chargeback_id from private.chargeback_evidence x
      where x.begun_at is not null and x.sent_at is null and x.problem is null)
    and e.sent_at is null and e.problem is null and coalesce(e.leased_until <= at, true)
    and private.evidence_state(c, e, at) = 'sending'
$$;
comment on function private.due_evidence is 'Disputes whose evidence a sender should take at the given time.';

create function private.claim_evidence(providers text[], batch int, at timestamptz default clock_timestamp())
returns table (chargeback_id uuid, provider text, dispute_ref text, evidence jsonb)
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- The lease is longer than a sender runs, so that two senders never work on one dispute.
  c_lease constant interval := '7 minutes';
  c private.chargebacks;
begin
  for c in
    select d.* from private.due_evidence(claim_evidence.at) as d where d.provider = any (providers)
    order by d.evidence_due_at, d.id limit least(greatest(claim_evidence.batch, 1), 100)
  loop
    insert into private.chargeback_evidence (chargeback_id) values (c.id) on conflict do nothing;
    -- Another sender may have claimed the evidence while this one was looking.
    update private.chargeback_evidence e set leased_until = claim_evidence.at + c_lease, begun_at = coalesce(e.begun_at, claim_evidence.at),
      evidence = coalesce(e.evidence, private.evidence_of(private.order_of_chargeback(c), e.addition))
    where e.chargeback_id = c.id and e.sent_at is null and e.problem is null and coalesce(e.leased_until <= claim_evidence.at, true)
    returning e.chargeback_id, c.provider, c.provider_ref, e.evidence
    into claim_evidence.chargeback_id, claim_evidence.provider, claim_evidence.dispute_ref, claim_evidence.evidence;
    if found then
      return next;
    end if;
  end loop;
end;
$$;
create function public.claim_evidence(providers text[], batch int default 5)
returns table (chargeback_id uuid, provider text, dispute_ref text, evidence jsonb)
language sql volatile security invoker set search_path = '' as $$
  select * from private.claim_evidence(providers, batch)
$$;
comment on function public.claim_evidence is
  'Service role: evidence in disputes that should be sent now, or looked for, by these providers, the one with the nearest deadline first, each with a lease; it is stored before anything is sent.';

-- A sender that was refused because another one had sent the evidence may report first.
create function private.record_evidence(chargeback_id uuid, problem text) returns void
language sql volatile security definer set search_path = '' as $$
  update private.chargeback_evidence e set problem = nullif(left(record_evidence.problem, 200), ''),
    sent_at = case when coalesce(record_evidence.problem, '') = '' then clock_timestamp() end
  where e.chargeback_id = record_evidence.chargeback_id and e.evidence is not null and e.sent_at is null
    and (e.problem is null or coalesce(record_evidence.problem, '') = '')
$$;
create function public.record_evidence(chargeback_id uuid, problem text default null) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.record_evidence(chargeback_id, problem)
$$;
comment on function public.record_evidence is 'Service role: the provider has the evidence in a dispute, or the problem for which it took none. Repeated and late reports change nothing.';

-- Staff ------------------------------------------------------------------------------------
create function private.lock_evidence_as_staff(chargeback_id uuid, out c private.chargebacks, out o public.pack_orders)
language plpgsql volatile security definer set search_path = '' as $$
begin
  select * into c from private.chargebacks x where x.id = lock_evidence_as_staff.chargeback_id;
  o := private.lock_order_as_staff((private.order_of_chargeback(c)).id);
end;
$$;
comment on function private.lock_evidence_as_staff is 'A dispute of others and its order, locked for staff; refused without one.';

create function private.read_evidence(chargeback_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_case record := private.lock_evidence_as_staff(chargeback_id);
  v_evidence jsonb := (select e.evidence from private.chargeback_evidence e where e.chargeback_id = read_evidence.chargeback_id);
begin
  -- Reading evidence counts as opening the order, because it contains what was agreed, done and written; its reason is the dispute.
  perform private.note_reader(v_case.o, why => jsonb_build_object('reason', 'Evidence for the bank: ' || (v_case.c).provider_ref));
  return coalesce(v_evidence, private.evidence_of(v_case.o, null));
end;
$$;
create function public.read_evidence(chargeback_id uuid) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.read_evidence(chargeback_id)
$$;
comment on function public.read_evidence is
  'Staff: the evidence in a dispute of a card as it was sent, or as it would be sent now. It opens the order, which is recorded.';

create function private.send_evidence(chargeback_id uuid, addition text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_case record := private.lock_evidence_as_staff(chargeback_id);
  v_id constant uuid := (v_case.c).id;
begin
  insert into private.chargeback_evidence (chargeback_id) values (v_id) on conflict do nothing;
  update private.chargeback_evidence e set requested_by = private.my_profile_id(), addition = nullif(btrim(send_evidence.addition), '')
  where e.chargeback_id = v_id and e.requested_by is null and private.evidence_state(v_case.c, e, private.clock()) = 'waiting';
  if not found then
    if exists (select from private.chargeback_evidence e where e.chargeback_id = v_id and e.requested_by = private.my_profile_id()
      and e.addition is not distinct from nullif(btrim(send_evidence.addition), '')
    ) then
      return;
    end if;
    raise exception 'evidence_not_open' using errcode = 'PT409';
  end if;
  -- Sent evidence is final, and its first sentence can lose the dispute for the market.
  perform private.require_second_above_limit('send_evidence', v_id::text, private.units_of((v_case.c).amount_minor, (v_case.c).currency));
  perform private.audit('send_evidence', v_id, jsonb_build_object('profile_id', (v_case.c).brand_id, 'order_id', (v_case.o).id,
    'note', nullif(btrim(send_evidence.addition), '')));
end;
$$;
create function public.send_evidence(chargeback_id uuid, addition text default null) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.send_evidence(chargeback_id, addition)
$$;
comment on function public.send_evidence is
  'Staff, above the limit by two: has the evidence in a dispute of a card sent now, before its time, with a sentence of their own. It is final.';

grant execute on function private.claim_evidence, public.claim_evidence, private.record_evidence, public.record_evidence to service_role;
grant execute on function private.read_evidence, public.read_evidence, private.send_evidence, public.send_evidence to authenticated;

-- Removal ----------------------------------------------------------------------------------
create function private.purge_evidence(at timestamptz, batch int) returns int
language sql volatile security definer set search_path = '' as $$
  with emptied as (
    update private.chargeback_evidence e set evidence = '{}', addition = null, emptied_at = purge_evidence.at
    where e.chargeback_id in (
      select x.chargeback_id from private.chargeback_evidence x
      where x.evidence <> '{}' and x.begun_at <= purge_evidence.at - make_interval(days => private.setting('evidence_kept')::int)
      order by x.begun_at limit purge_evidence.batch)
    returning 1
  )
  select count(*)::int from emptied
$$;
comment on function private.purge_evidence is 'Empties evidence that was sent long ago: its outcome stays, its texts do not. Returns how many.';

-- Settings ---------------------------------------------------------------------------------
-- Card networks may reopen a dispute for up to 540 days.
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('evidence_lead', 72, 'hours', 'How long before its last day evidence in a dispute of a card is sent by itself.', 24, 240, false),
  ('evidence_kept', 540, 'days', 'How long the texts of evidence in a dispute of a card are kept after they were sent.', 181, 3650, true)
on conflict (key) do nothing;
