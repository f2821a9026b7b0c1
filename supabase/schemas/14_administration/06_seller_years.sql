-- The year of a creator in the columns of DAC7 (Directive 2021/514): by quarter what they were credited, for how
-- many orders, and the market's fees. The figures come from papers, whose sums are those of the ledger (09_payments/15_papers), in the
-- quarter of the credit, not of the payout. A year is shown when the books of its last month are closed.
-- Tax is withheld from nobody. Whole account numbers are not known here.
create type public.seller_year as (
  year int, profile_id uuid, legal_name text, address text, postal_code text, city text, country text, tin text, residence text, birth_date date, vat_number text,
  account text, currency text,
  cons_q1 bigint, cons_q2 bigint, cons_q3 bigint, cons_q4 bigint, numb_q1 int, numb_q2 int, numb_q3 int, numb_q4 int,
  fees_q1 bigint, fees_q2 bigint, fees_q3 bigint, fees_q4 bigint
);

-- Uses the present settings of the member; a deleted member is named as on their last invoice.
create function private.seller_data(profile_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select private.frozen_party(c) || jsonb_build_object('birth_date', c.birth_date, 'residence', coalesce(c.tax_country, c.country))
    from public.companies c where c.profile_id = seller_data.profile_id), (
    select p.seller from public.papers p where p.seller_id = seller_data.profile_id order by p.issued_at desc, p.sequence desc limit 1), '{}')
$$;
comment on function private.seller_data is 'The legal name, address, numbers, birth date and residence of a creator.';

create function private.year_is_closed(year int) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.closed_months c where c.month >= make_date(year_is_closed.year, 12, 1))
$$;
comment on function private.year_is_closed is 'True when nothing is booked any more in that year.';

create function private.count_seller_years(
  year int, seller_id uuid default null, after text default '', most int default null
) returns setof public.seller_year
language sql stable security definer set search_path = '' as $$
  with parts as (
    -- The fee that a creator pays lowers what they were credited; that of a buyer does not.
    select coalesce(p.seller_id, p.buyer_id) as profile_id, p.currency, p.order_id, p.kind, extract(quarter from p.issued_at at time zone 'UTC') as q,
      -- A credit note of the market undoes a fee.
      p.total_minor * case when p.kind = 'invoice' or p.kind = 'credit_note' and p.seller_id is null then 1 else -1 end as cons,
      p.total_minor * case when p.seller_id is not null then 0 when p.kind = 'credit_note' then -1 else 1 end as fee
    from public.papers p
    where p.year = count_seller_years.year and p.subject <> 'buyer_fee'
      and (count_seller_years.seller_id is null or count_seller_years.seller_id in (p.seller_id, p.buyer_id))
  )
  select count_seller_years.year, s.profile_id, d.data ->> 'legal_name', d.data ->> 'address', d.data ->> 'postal_code', d.data ->> 'city',
    d.data ->> 'country', d.data ->> 'tax_number', coalesce(d.data ->> 'residence', d.data ->> 'country'), (d.data ->> 'birth_date')::date, d.data ->> 'vat_number', (
      select string_agg(m.masked, ' ' order by m.created_at) from private.payout_methods m where m.profile_id = s.profile_id),
    s.currency, s.c1, s.c2, s.c3, s.c4, s.n1, s.n2, s.n3, s.n4, s.f1, s.f2, s.f3, s.f4
  from (
    select x.profile_id, x.currency,
      coalesce(sum(cons) filter (where q = 1), 0)::bigint as c1, coalesce(sum(cons) filter (where q = 2), 0)::bigint as c2,
      coalesce(sum(cons) filter (where q = 3), 0)::bigint as c3, coalesce(sum(cons) filter (where q = 4), 0)::bigint as c4,
      count(distinct order_id) filter (where q = 1 and kind = 'invoice')::int as n1, count(distinct order_id) filter (where q = 2 and kind = 'invoice')::int as n2,
      count(distinct order_id) filter (where q = 3 and kind = 'invoice')::int as n3, count(distinct order_id) filter (where q = 4 and kind = 'invoice')::int as n4,
      coalesce(sum(fee) filter (where q = 1), 0)::bigint as f1, coalesce(sum(fee) filter (where q = 2), 0)::bigint as f2,
      coalesce(sum(fee) filter (where q = 3), 0)::bigint as f3, coalesce(sum(fee) filter (where q = 4), 0)::bigint as f4
    from parts x where count_seller_years.seller_id is null or x.profile_id = count_seller_years.seller_id
    group by x.profile_id, x.currency
    having format('%s %s', x.profile_id, x.currency) collate "C" > coalesce(count_seller_years.after, '') collate "C"
    order by format('%s %s', x.profile_id, x.currency) collate "C" limit count_seller_years.most) as s
  cross join lateral (select private.seller_data(s.profile_id) as data) as d
$$;
comment on function private.count_seller_years is 'A year of one creator, or of all, by currency; at most the given number, in the order of profile and currency.';

create function private.my_seller_years() returns setof public.seller_year
language sql stable security definer set search_path = '' as $$
  select s.* from (
    select distinct p.year from public.papers p where p.seller_id = private.my_profile_id()) as y
  cross join lateral private.count_seller_years(y.year, private.my_profile_id()) as s
  where private.year_is_closed(y.year)
  order by s.year desc, s.currency
$$;
create function public.my_seller_years() returns setof public.seller_year
language sql stable security invoker set search_path = '' as $$
  select * from private.my_seller_years()
$$;
comment on function public.my_seller_years is 'Member: the closed years in which they earned, by currency and quarter, as they are reported to tax authorities.';

create function private.seller_years(year int, after text, page_size int) returns setof public.seller_year
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  if private.year_is_closed(seller_years.year) is not true then
    raise exception 'year_not_closed' using errcode = 'PT409';
  end if;
  -- The answer has names, addresses and tax numbers of everybody, so a stolen session must not get it.
  perform private.require_fresh_second_factor();
  -- The reading is recorded once for all pages of a file, wherever the caller begins.
  if not exists (
    select from public.staff_audit a
    where a.actor_id = private.my_profile_id() and a.action = 'read_seller_years'
      and a.details = jsonb_build_object('year', seller_years.year) and a.created_at > private.clock() - interval '1 hour')
  then
    perform private.audit('read_seller_years', null, jsonb_build_object('year', seller_years.year));
  end if;
  return query
  select * from private.count_seller_years(seller_years.year, null, after, least(greatest(page_size, 1), 1000)) as s
  order by format('%s %s', s.profile_id, s.currency) collate "C";
end;
$$;
create function public.seller_years(year int, after text default null, page_size int default 500) returns setof public.seller_year
language sql volatile security invoker set search_path = '' as $$
  select * from private.seller_years(year, after, page_size)
$$;
comment on function public.seller_years is
  'Staff, on the record: a closed year of every creator, in the columns of DAC7; after is profile and currency of the last row that was read.';
grant execute on function private.my_seller_years, public.my_seller_years, private.seller_years, public.seller_years to authenticated;
