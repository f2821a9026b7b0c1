-- Invoices and credit notes. A paper is issued by the transfer of the ledger that it is about, when that
-- commits: its amount is that of the entries, and both sides are copied from their company data of that
-- time. Nothing of it changes later; a mistake is corrected by another paper. The edge function `papers`
-- makes the PDF from the row.
--
-- - invoice: from the creator to the brand, in the creator's name, for work, a milestone or a tip
-- - fee_invoice: from the market, for its fee, to the creator (or to the brand: the buyer's fee)
-- - credit_note: from the creator to the brand, for earnings that a lost chargeback took back, or that a capture never
--   paid; then also from the market to the creator, for its fee
--
-- Money that returns to the wallet before an order ends was never invoiced, so it has no credit note.

-- VAT ----------------------------------------------------------------------------------------
create table private.vat_rates (
  country text not null,
  valid_from date not null,
  percent numeric(4, 2) not null,
  primary key (country, valid_from),
  constraint vat_rates_country_known check (private.is_country(country)),
  constraint vat_rates_percent_in_range check (percent between 0 and 40)
);
comment on table private.vat_rates is 'The standard rate of VAT of a country from a day on. A new rate is a new row.';
alter table private.vat_rates enable row level security;
insert into private.vat_rates (country, valid_from, percent)
select country, '2026-01-01', percent from (values
  ('AT', 20), ('BE', 21), ('BG', 20), ('CH', 8.1), ('CY', 19), ('CZ', 21), ('DE', 19), ('DK', 25), ('EE', 24), ('ES', 21),
  ('FI', 25.5), ('FR', 20), ('GB', 20), ('GR', 24), ('HR', 25), ('HU', 27), ('IE', 23), ('IT', 22), ('LT', 21), ('LU', 17),
  ('LV', 21), ('MT', 18), ('NL', 21), ('NO', 25), ('PL', 23), ('PT', 23), ('RO', 21), ('SE', 25), ('SI', 22), ('SK', 23), ('TR', 20)
) as r (country, percent)
on conflict (country, valid_from) do nothing;

-- Amounts of the ledger include VAT: nobody pays more than the price that was agreed.
--   S: the seller's rate. AE: the buyer owes it (reverse charge). O: no VAT of the seller's country.
create function private.vat_of(seller public.companies, buyer public.companies, at timestamptz, out category text, out percent numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  category := 'O';
  percent := 0;
  if seller.vat_number is null then
    return;
  end if;
  if buyer.country is null or buyer.country = seller.country
    or private.is_in_eu(seller.country) and private.is_in_eu(buyer.country)
      and (buyer.vat_number is null or 'invalid' in (seller.vat_state, buyer.vat_state)
        -- Where VAT numbers are looked up, one that was not looked up yet may be invented.
        or private.setting('vat_check') = 1 and num_nulls(
          coalesce(seller.vat_state, seller.vat_checked_at::text), coalesce(buyer.vat_state, buyer.vat_checked_at::text)) > 0)
  then
    select 'S', r.percent into category, percent from private.vat_rates r
    where r.country = seller.country and r.valid_from <= (at at time zone 'UTC')::date order by r.valid_from desc limit 1;
    category := coalesce(category, 'O');
    percent := coalesce(percent, 0);
  elsif private.is_in_eu(seller.country) and private.is_in_eu(buyer.country) then
    category := 'AE';
  end if;
end;
$$;
comment on function private.vat_of is
  'How a service is taxed: by the seller''s rate at home, and in the Union if a side has no valid VAT number; by the buyer if both have one; otherwise without VAT.';

-- Papers -------------------------------------------------------------------------------------
create table private.paper_numbers (
  kind text,
  year int,
  last int not null,
  primary key (kind, year)
);
comment on table private.paper_numbers is 'The last number of each kind of paper in each year. A number is drawn in the transaction that issues the paper, so none is missing.';
alter table private.paper_numbers enable row level security;

create table public.papers (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  year int not null,
  sequence int not null,
  number text not null generated always as (
    upper(left(kind, 1)) || '-' || year || '-' || lpad(sequence::text, greatest(6, length(sequence::text)), '0')) stored,
  -- Null: the market.
  seller_id uuid references public.profiles (id),
  buyer_id uuid not null references public.profiles (id),
  order_id uuid not null references public.pack_orders (id),
  order_number text not null,
  -- Null: issued by a chargeback that was lost and won later.
  transfer_id bigint references private.transfers (id),
  -- The invoice that a credit note is about; the credit note that an invoice undoes.
  corrects_id uuid references public.papers (id),
  corrects_number text,
  -- The text of the one line of the paper, and the title of the order or the milestone.
  subject text not null,
  title text not null,
  -- Copies of the company data: legal_name, address, postal_code, city, country, vat_number, tax_number, and when the tax offices knew the
  -- VAT number (vat_checked_at, vat_proof). Without data the name alone.
  seller jsonb not null,
  buyer jsonb not null,
  currency text not null references public.currencies (code),
  -- The total, with VAT included.
  total_minor bigint not null,
  vat_minor bigint not null,
  vat_category text not null,
  vat_percent numeric(4, 2) not null,
  issued_at timestamptz not null,
  constraint papers_number_key unique (kind, year, sequence),
  constraint papers_corrected_once unique (transfer_id, corrects_id),
  constraint papers_kind_known check (kind in ('invoice', 'fee_invoice', 'credit_note')),
  constraint papers_seller_of_kind check (kind = 'credit_note' or (kind = 'fee_invoice') = (seller_id is null)),
  constraint papers_subject_known check (subject in ('order', 'milestone', 'tip', 'fee', 'buyer_fee', 'taken_back', 'given_back')),
  constraint papers_category_known check (vat_category in ('S', 'AE', 'O')),
  constraint papers_corrects_named check ((corrects_id is null) = (corrects_number is null)),
  constraint papers_amounts_in_range check (total_minor between 1 and 1000000000000000 and vat_minor between 0 and total_minor)
);
create unique index papers_once on public.papers (transfer_id, kind, buyer_id) where kind <> 'credit_note';
comment on table public.papers is 'Invoices and credit notes as they were issued. Append-only.';
create index papers_seller_id on public.papers (seller_id, issued_at desc);
create index papers_buyer_id on public.papers (buyer_id, issued_at desc);
create index papers_order_id on public.papers (order_id);
create index papers_corrects_id on public.papers (corrects_id);
create index papers_currency on public.papers (currency);

alter table public.papers enable row level security;
-- Staff read papers of orders that they have opened, which the audit log records.
create policy papers_select on public.papers for select to authenticated
  using (
    seller_id = (select private.my_profile_id())
    or buyer_id = (select private.my_profile_id())
    or order_id = any (array(select private.orders_read_by_me()))
  );
grant select on public.papers to authenticated, service_role;
create trigger papers_append_only before update or delete on public.papers
  for each row execute function private.refuse_change();
create trigger papers_not_truncated before truncate on public.papers
  for each statement execute function private.refuse_change();

create function private.party(profile_id uuid) returns public.companies
language plpgsql stable security definer set search_path = '' as $$
declare
  v_company public.companies;
begin
  if party.profile_id is null then
    select * into v_company from public.companies c where c.profile_id is null;
  else
    select * into v_company from public.companies c where c.profile_id = party.profile_id;
  end if;
  if v_company.id is null and private.has_left(party.profile_id) then
    select (jsonb_populate_record(null::public.companies, p.buyer)).* into v_company
    from public.papers p where p.buyer_id = party.profile_id order by p.issued_at desc, p.sequence desc limit 1;
  end if;
  if v_company.legal_name is null then
    v_company.legal_name := coalesce(private.name_of(party.profile_id), 'Kolpact');
  end if;
  return v_company;
end;
$$;
comment on function private.party is 'Who a member, or the market without an id, is on papers: the company data; for a deleted member, that of their last paper; otherwise the name of the profile alone.';

create function private.frozen_party(company public.companies) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_strip_nulls(to_jsonb(company) - array['id', 'profile_id', 'updated_at', 'vat_state', 'vat_due_at', 'birth_date', 'tax_country'])
$$;
comment on function private.frozen_party is 'The copy of a side''s company data that a paper keeps, and the other side reads.';

-- The last lock of a transaction: it is taken at commit, after every lock of the ledger. One lock for all kinds of papers, so
-- that two transactions with several papers cannot deadlock.
create function private.draw_paper_number(kind text, year int) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_number int;
begin
  perform pg_advisory_xact_lock(hashtextextended('numbers of papers', 0));
  insert into private.paper_numbers as n (kind, year, last) values (draw_paper_number.kind, draw_paper_number.year, 1)
  on conflict on constraint paper_numbers_pkey do update set last = n.last + 1
  returning n.last into v_number;
  return v_number;
end;
$$;
comment on function private.draw_paper_number is 'The next number of a kind of paper in a year. Granted to nobody.';

-- The caller fills in kind, sides, order, subject, amount and time; a correction brings its own taxation.
create function private.issue_paper(given public.papers) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_seller public.companies := private.party(given.seller_id);
  v_buyer public.companies := private.party(given.buyer_id);
  v_year constant int := extract(year from given.issued_at at time zone 'UTC');
  v_is_credit constant boolean := given.kind = 'credit_note';
  v_order public.pack_orders;
  v_number text;
begin
  if coalesce(given.total_minor, 0) <= 0 then
    return;
  end if;
  select * into strict v_order from public.pack_orders o where o.id = given.order_id;
  if given.vat_category is null then
    select v.category, v.percent into given.vat_category, given.vat_percent
    from private.vat_of(v_seller, v_buyer, given.issued_at) as v;
  end if;
  insert into public.papers (kind, year, sequence, seller_id, buyer_id, order_id, order_number, transfer_id, corrects_id,
    corrects_number, subject, title, seller, buyer, currency, total_minor, vat_minor, vat_category, vat_percent, issued_at)
  values (given.kind, v_year, private.draw_paper_number(given.kind, v_year), given.seller_id, given.buyer_id, v_order.id,
    v_order.number, given.transfer_id, given.corrects_id, given.corrects_number, given.subject, coalesce(given.title, v_order.pack_title),
    coalesce(given.seller, private.frozen_party(v_seller)), coalesce(given.buyer, private.frozen_party(v_buyer)), v_order.currency,
    given.total_minor, given.total_minor - round(given.total_minor * 100 / (100 + given.vat_percent)),
    given.vat_category, given.vat_percent, given.issued_at)
  returning number into v_number;
  -- The creator gets no notice about the paper, but one about the earnings.
  if given.seller_id is not null then
    perform private.notify_about_order(given.buyer_id, v_order, case when v_is_credit then 'credit_note_issued' else 'invoice_issued' end,
      jsonb_build_object('amount_minor', given.total_minor, 'paper_number', v_number));
  end if;
end;
$$;
comment on function private.issue_paper is 'Issues a paper with the next number; does nothing if the amount is zero. A brand is notified of an invoice and of a credit note.';

-- The sums that the creator and the market got by an end of an order, a milestone or a tip.
create function private.issue_invoices(t private.transfers, o public.pack_orders, earned_minor bigint, fees_minor bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_paper public.papers;
  v_has_ended constant boolean := t.event in ('completion', 'settlement', 'refund');
  -- The buyer's fee was held from the payment on. What is left of it after the end is earned.
  v_returned constant bigint := case when v_has_ended then private.returned_fee(o) else 0 end;
  v_fee constant bigint := fees_minor + v_returned;
begin
  v_paper.order_id := o.id;
  v_paper.transfer_id := t.id;
  v_paper.issued_at := t.created_at;
  v_paper.kind := 'invoice';
  v_paper.seller_id := o.kol_id;
  v_paper.buyer_id := o.brand_id;
  v_paper.subject := case t.event when 'milestone' then 'milestone' when 'tip' then 'tip' else 'order' end;
  v_paper.title := (select m.title from public.order_milestones m where m.id = t.reference);
  v_paper.total_minor := earned_minor + v_fee;
  perform private.issue_paper(v_paper);
  v_paper.kind := 'fee_invoice';
  v_paper.seller_id := null;
  v_paper.buyer_id := o.kol_id;
  v_paper.subject := 'fee';
  v_paper.total_minor := v_fee;
  perform private.issue_paper(v_paper);
  v_paper.buyer_id := o.brand_id;
  v_paper.subject := 'buyer_fee';
  v_paper.total_minor := case when v_has_ended then o.buyer_fee_minor - v_returned else 0 end;
  perform private.issue_paper(v_paper);
end;
$$;
comment on function private.issue_invoices is 'Issues the invoices for a transfer by which a creator earned.';

create function private.issue_credit_note(invoice public.papers, transfer_id bigint, amount_minor bigint, at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_paper public.papers := invoice;
begin
  v_paper.kind := 'credit_note';
  v_paper.transfer_id := issue_credit_note.transfer_id;
  v_paper.corrects_id := invoice.id;
  v_paper.corrects_number := invoice.number;
  v_paper.subject := 'taken_back';
  v_paper.total_minor := amount_minor;
  v_paper.issued_at := at;
  perform private.issue_paper(v_paper);
end;
$$;
comment on function private.issue_credit_note is 'Issues a credit note for a part of an invoice, or of the market''s fee invoice.';

-- The work, a milestone and a tip have invoices of their own: each is corrected by what its hold lost. What no hold accounts for
-- corrects the largest invoice, because a tip or a small milestone is not what was taken back then.
create function private.issue_credit_notes(t private.transfers, o public.pack_orders, taken_minor bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v record;
  v_left_minor bigint := taken_minor;
  v_rest_minor bigint;
  v_part_minor bigint;
begin
  for v in
    select p as invoice, i.left_minor, least(i.left_minor, i.held_minor) as held_minor, sum(least(i.left_minor, i.held_minor)) over () as all_held_minor
    from public.papers p left join private.transfers e on e.id = p.transfer_id
    cross join lateral (
      select p.total_minor - coalesce((
          select sum(c.total_minor) from public.papers c where c.corrects_id = p.id and c.kind = 'credit_note'), 0) as left_minor,
        coalesce((
          select sum(x.amount_minor) from private.chargeback_holds x join private.holds y on y.id = x.hold_id
          where x.chargeback_id = t.reference and y.order_id = o.id and y.profile_id = o.kol_id and y.reference is not distinct from e.reference), 0) as held_minor
    ) as i
    where p.order_id = o.id and p.kind = 'invoice'
    order by p.total_minor desc, p.sequence desc
  loop
    v_rest_minor := coalesce(v_rest_minor, greatest(taken_minor - v.all_held_minor, 0));
    v_part_minor := least(v_left_minor, v.held_minor + least(v_rest_minor, v.left_minor - v.held_minor));
    continue when v_part_minor <= 0;
    v_rest_minor := v_rest_minor - greatest(v_part_minor - v.held_minor, 0);
    v_left_minor := v_left_minor - v_part_minor;
    perform private.issue_credit_note(v.invoice, t.id, v_part_minor, t.created_at);
  end loop;
end;
$$;
comment on function private.issue_credit_notes is
  'Issues credit notes for what a lost chargeback took from a creator''s earnings of an order, each up to what is left of the invoice that it corrects. None for an order that is older than the papers.';

create function private.issue_repaid(t private.transfers, o public.pack_orders, repaid_minor bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_paper public.papers;
begin
  v_paper.order_id := o.id;
  v_paper.transfer_id := t.id;
  v_paper.issued_at := t.created_at;
  v_paper.kind := 'invoice';
  v_paper.seller_id := o.kol_id;
  v_paper.buyer_id := o.brand_id;
  v_paper.subject := 'given_back';
  v_paper.total_minor := repaid_minor;
  perform private.issue_paper(v_paper);
end;
$$;
comment on function private.issue_repaid is 'Issues the invoice for the amount that a brand repaid to a creator after a chargeback.';

create function private.issue_papers() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders;
  v record;
begin
  select * into v_order from public.pack_orders o where o.id = NEW.order_id;
  select coalesce(sum(e.amount_minor) filter (where a.owner_id = v_order.kol_id), 0)::bigint as earned_minor,
    coalesce(sum(e.amount_minor) filter (where a.kind = 'fees_held'), 0)::bigint as fees_minor
  into v
  from private.entries e join private.accounts a on a.id = e.account_id where e.transfer_id = NEW.id;
  -- A creator who is paid on a chain has no ledger account here.
  if private.is_on_chain(v_order.currency) then
    select coalesce(sum(a.amount_minor - a.fee_minor), 0)::bigint as earned_minor, coalesce(sum(a.fee_minor), 0)::bigint as fees_minor
    into v from public.chain_acts a
    where a.order_id = v_order.id and a.kind = 'capture' and a.reference is not distinct from NEW.reference;
  end if;
  if NEW.event = 'loss_recovered' then
    perform private.issue_credit_notes(NEW, v_order, -v.earned_minor);
  elsif NEW.event = 'creator_repaid' then
    perform private.issue_repaid(NEW, v_order, v.earned_minor);
  else
    perform private.issue_invoices(NEW, v_order, v.earned_minor, v.fees_minor);
  end if;
  return null;
end;
$$;
comment on function private.issue_papers is 'Trigger at commit: issues the papers of a transfer.';
create constraint trigger transfers_issue_papers after insert on private.transfers
  deferrable initially deferred for each row
  when (NEW.order_id is not null and NEW.event in ('milestone', 'completion', 'settlement', 'refund', 'tip', 'loss_recovered', 'creator_repaid'))
  execute function private.issue_papers();

create function private.late_take_reference(payout_id uuid, chargeback_id uuid) returns uuid
language sql immutable set search_path = '' as $$
  select md5(payout_id::text || chargeback_id)::uuid
$$;
comment on function private.late_take_reference is 'The reference of the transfer by which a returned payout pays a lost chargeback.';

-- A lost dispute that is won later returns earnings to the creator: those it took back, and those held because of it. Each gets an invoice.
create function private.issue_papers_of_win() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_takes constant uuid[] := NEW.id || array(
    select private.late_take_reference(x.id, NEW.id) from public.payouts x where x.profile_id in (
      select o.kol_id from private.earning_funding f join public.pack_orders o on o.id = f.order_id where f.payment_id = NEW.payment_id));
  v_paper public.papers;
  v record;
  v_hold private.holds;
  v_order public.pack_orders;
begin
  for v in
    select p as paper, least(p.total_minor, g.given_minor - coalesce(
      sum(p.total_minor) over (partition by p.order_id order by p.sequence rows between unbounded preceding and 1 preceding), 0)) as minor
    from public.papers p join private.transfers t on t.id = p.transfer_id join public.profiles k on k.id = p.seller_id
    -- Leaves out what the brand has repaid since.
    cross join lateral (
      select coalesce(sum(c.amount_minor), 0) as given_minor from private.chargeback_holds c join private.holds h on h.id = c.hold_id
      where c.chargeback_id = NEW.id and h.order_id = p.order_id and h.profile_id = p.seller_id) as g
    where t.reference = any (v_takes) and p.kind = 'credit_note' and k.deleted_at is null order by p.sequence
  loop
    continue when v.minor <= 0;
    v_paper := v.paper;
    v_paper.total_minor := v.minor;
    v_paper.kind := 'invoice';
    v_paper.transfer_id := null;
    v_paper.corrects_id := v_paper.id;
    v_paper.corrects_number := v_paper.number;
    v_paper.subject := 'given_back';
    v_paper.issued_at := now();
    perform private.issue_paper(v_paper);
  end loop;
  for v_hold in
    select h.* from private.holds h join public.pack_orders o on o.id = h.order_id and o.kol_id = h.profile_id
    join public.profiles k on k.id = o.kol_id
    where h.reference = NEW.id and k.deleted_at is null order by h.id
  loop
    select * into v_order from public.pack_orders o where o.id = v_hold.order_id;
    v_paper := null;
    v_paper.order_id := v_order.id;
    v_paper.issued_at := now();
    v_paper.kind := 'invoice';
    v_paper.seller_id := v_order.kol_id;
    v_paper.buyer_id := v_order.brand_id;
    v_paper.subject := 'given_back';
    v_paper.total_minor := v_hold.amount_minor + v_hold.fees_minor;
    perform private.issue_paper(v_paper);
    v_paper.kind := 'fee_invoice';
    v_paper.seller_id := null;
    v_paper.buyer_id := v_order.kol_id;
    v_paper.subject := 'fee';
    v_paper.total_minor := v_hold.fees_minor;
    perform private.issue_paper(v_paper);
  end loop;
  return null;
end;
$$;
comment on function private.issue_papers_of_win is 'Trigger at commit: issues the papers for earnings that creators get back.';
create constraint trigger chargebacks_issue_papers after update on private.chargebacks
  deferrable initially deferred for each row when (OLD.status <> 'won' and NEW.status = 'won')
  execute function private.issue_papers_of_win();

-- Printing ---------------------------------------------------------------------------------
-- The PDF of a paper costs up to a second of processor time.
create function private.count_print() returns void
language sql volatile security definer set search_path = '' as $$
  select private.rate_limit('prints_per_hour', private.person_of(private.my_profile_id())::text,
    private.setting('prints_per_hour')::int, interval '1 hour')
$$;
create function public.count_print() returns void
language sql volatile security invoker set search_path = '' as $$
  select private.count_print()
$$;
comment on function public.count_print is 'Counts that the caller has a paper printed; rejects it above the limit.';
grant execute on function private.count_print, public.count_print to authenticated;

insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('prints_per_hour', 60, 'count', 'Papers that one member may have printed in an hour.', 1, 100000)
on conflict (key) do nothing;
