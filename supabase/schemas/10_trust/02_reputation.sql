-- Trust, quotas of invites and ratings are computed from facts: finished orders, earned fees,
-- reviews, demerits, the tree of invites. There are no counters that races or tricks could inflate.
-- `npm run bench abuse` measures what it costs to buy each of them.
--
-- A ring of fake accounts is made expensive in three ways:
-- - only fees that were really earned count, so a ring pays at least those
-- - counterparties count once each, and those of one branch of the tree of invites count little
-- - an account has to be old enough

-- Stored results ------------------------------------------------------------------------
create table private.standings (
  profile_id uuid primary key references public.profiles (id),
  -- The level that staff set; null: it is computed. Levels are checked by the profile's constraint.
  trust_override text,
  -- The number of counterparties for which invites were granted.
  invites_for int not null default 0,
  -- The key of the sort "best rated": the Bayesian mean of the counted reviews.
  rating_score numeric(4, 3),
  constraint standings_invites_for_in_range check (invites_for between 0 and 1000),
  constraint standings_rating_score_in_range check (rating_score between 1 and 5)
);
comment on table private.standings is 'Results of the computation of trust, invites and rating that are needed next time.';
alter table private.standings enable row level security;

-- Facts ----------------------------------------------------------------------------------
create function private.was_charged_back(order_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.earning_funding f
    where f.order_id = was_charged_back.order_id
      -- Computes the part only if something was taken back: computing it is a hundred times slower than the check.
      and case when exists (select from private.chargebacks c where c.payment_id = f.payment_id and c.status <> 'won')
        then not private.is_small_part(f.order_id, f.payment_id, private.charged_back_minor(f.payment_id)) else false end);
end;
$$;
comment on function private.was_charged_back is 'True if more than a small part of a payment for this order or a tip was taken back: the order cost the brand less than its price.';

-- Staff may have assigned the rest of a payment to another brand: its chargebacks then name that brand, and the order it was made for.
create function private.orders_charged_back(brand_ids uuid[]) returns setof uuid
language sql stable security definer rows 5 set search_path = '' as $$
  select f.order_id
  from (
    select distinct paid.order_id
    from (
      select c.payment_id from private.chargebacks c where c.brand_id = any (brand_ids) and c.status <> 'won'
      union
      select c.payment_id from public.pack_orders o join private.chargebacks c on c.order_id = o.id
      where o.brand_id = any (brand_ids) and c.brand_id <> o.brand_id and c.status <> 'won') as c
    cross join lateral private.paid_with(c.payment_id) as paid) f
  where private.was_charged_back(f.order_id)
$$;
comment on function private.orders_charged_back is 'The orders that were paid with payments of these brands, or of orders of theirs, and for which was_charged_back is true. Looks at no other orders.';

create function private.accounts_until(profile_id uuid) returns setof uuid
language sql stable security definer rows 2 set search_path = '' as $$
  select other.id
  from private.same_person(accounts_until.profile_id) as same (id)
  join public.profiles this on this.id = accounts_until.profile_id
  join public.profiles other on other.id = same.id and (other.id = this.id or other.created_at <= this.created_at)
$$;
comment on function private.accounts_until is 'An account and the earlier ones of its person, deleted ones included.';

-- Leaves out later accounts of the person: one that a card joined later must not relate the earlier ones to anybody.
create function private.invite_relatives(profile_id uuid) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query with mine as materialized (
    select id from private.accounts_until(invite_relatives.profile_id) as id
  ), relatives as (
    select r.invitee_id as id from public.referrals r where r.inviter_id in (select id from mine)
    union select r.inviter_id from public.referrals r where r.invitee_id in (select id from mine) and r.inviter_id is not null
    -- Accounts that the same member invited are relatives. Invites issued by staff start a branch and do not count.
    union select b.invitee_id
    from public.referrals a
    join private.branches ab on ab.profile_id = a.invitee_id and ab.branch_id <> a.invitee_id
    join public.referrals b on b.inviter_id = a.inviter_id
    join private.branches bb on bb.profile_id = b.invitee_id and bb.branch_id <> b.invitee_id
    where a.invitee_id in (select id from mine)
  )
  select r.id from relatives r
  union select later.profile_id
  from relatives r
  left join private.people same on same.profile_id = r.id
  join private.people later on later.person_id = coalesce(same.person_id, r.id)
  join public.profiles this on this.id = r.id
  join public.profiles other on other.id = later.profile_id and other.created_at >= this.created_at;
end;
$$;
comment on function private.invite_relatives is 'The accounts that an account invited, that invited it, or that the same member invited. On both sides, an account is also related if an earlier account of its person is.';

-- A fee counts once its hold has ended: then it is earned, and most fraud has been discovered.
-- Ignores later disputes and suspensions of the brand `vouching_id`: otherwise a brand that charges back could decide, by one more
-- dispute or by being suspended for it, whether the market protects its creator.
create function private.counterparties(profile_id uuid, vouching_id uuid default null, of_lost boolean default true)
returns table (other_id uuid, branch_id uuid, fees numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select t.other_id, private.branch_of(t.other_id), t.fees
  from (
    select coalesce(same.person_id, p.id) as other_id, sum(h.fees_minor / power(10::numeric, c.decimals)) as fees
    from public.pack_orders o
    join public.profiles p
      on p.id = case o.brand_id when counterparties.profile_id then o.kol_id else o.brand_id end
    left join private.people same on same.profile_id = p.id
    join private.holds h on h.order_id = o.id and h.profile_id = o.kol_id and h.reference is null
    join public.currencies c on c.code = o.currency
    where counterparties.profile_id in (o.brand_id, o.kol_id)
      and o.completed_at is not null and private.share_of(o) = o.price_minor
      and o.price_minor >= (select private.setting('trust_least_price')) * power(10::numeric, c.decimals)
      and h.cleared_at is not null and h.fees_minor > 0
      and case when p.id in (select private.same_person(vouching_id)) then of_lost or not private.was_charged_back(o.id)
        else not private.was_charged_back(o.id) and p.suspended_at is null and not private.is_bound(p.id) end
      and p.id not in (select private.invite_relatives(counterparties.profile_id))
    group by 1
  ) t
  where t.other_id not in (select private.answers_for(counterparties.profile_id));
end;
$$;
comment on function private.counterparties is
  'The persons with whom a member traded so that a fee was earned, except the member''s own person, persons bound to somebody, and those related by invite; fees in whole units. '
  'The brand `vouching_id` counts although it is suspended, and with `of_lost` even by orders that were charged back.';

-- Trust ----------------------------------------------------------------------------------
create type private.trade_record as (
  counterparties numeric,
  fees numeric,
  demerits numeric
);

create function private.trade_record_of(profile_id uuid, at timestamptz, vouching_id uuid default null, of_lost boolean default true)
returns private.trade_record
language sql stable security definer set search_path = '' as $$
  select (
    least(private.setting('trust_counted_most'), coalesce(sum(
      case when c.branch_id = (select private.branch_of(trade_record_of.profile_id)) or c.place > 1
        then (select private.setting('same_branch_weight')) / 100 else 1 end), 0)),
    coalesce(sum(c.fees), 0),
    (
      select coalesce(sum(private.setting('demerit_' || d.kind)), 0) from private.demerits d
      where d.profile_id in (select private.answers_for(trade_record_of.profile_id))
        and d.created_at > at - make_interval(days => (select private.setting('demerit_period'))::int)
    )
  )::private.trade_record
  from (
    select p.*, row_number() over (partition by p.branch_id order by p.other_id) as place
    from private.counterparties(trade_record_of.profile_id, vouching_id, of_lost) p
  ) c
$$;
comment on function private.trade_record_of is 'Counterparties, weighted by branch; fees; and the deduction for demerits. The brand `vouching_id` counts as in private.counterparties.';

create function private.qualifies_for_level(level text, trade private.trade_record, age interval) returns boolean
language sql stable security definer set search_path = '' as $$
  select (trade).counterparties - (trade).demerits >= private.setting(level || '_after')
    and (trade).fees >= private.setting(level || '_fees')
    and age >= make_interval(days => private.setting(level || '_days')::int)
$$;
comment on function private.qualifies_for_level is 'Whether a record qualifies for `normal` or `trusted`, given the account''s age.';

create function private.next_reassessment(profile_id uuid, since timestamptz, at timestamptz) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select min(due) from (
    select since + make_interval(days => private.setting(level || '_days')::int)
    from unnest(array['normal', 'trusted']) as level
    union all
    select d.created_at + make_interval(days => private.setting('demerit_period')::int)
    from private.demerits d
    where d.profile_id in (select private.answers_for(next_reassessment.profile_id))
  ) as times (due)
  where due > at
$$;
comment on function private.next_reassessment is 'When the result next changes by time alone: the account reaches the minimum age, or a demerit expires.';

-- Quotas ---------------------------------------------------------------------------------
-- Invites are granted once for each counterparty. Demerits take back unused invites, and only as
-- many can be earned again, so losing trust never pays.
create function private.reassess_invites(standing private.standings, counted int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_step constant int := private.setting('invite_quota_step')::int;
  v_left int := (select p.invites_left from public.profiles p where p.id = standing.profile_id);
  v_taken int;
begin
  if counted > standing.invites_for then
    update public.profiles p set invites_left = greatest(p.invites_left, least(
      private.setting('invite_quota_most')::int, p.invites_left + v_step * (counted - standing.invites_for)))
    where p.id = standing.profile_id;
    update private.standings s set invites_for = counted where s.profile_id = standing.profile_id;
  elsif v_step > 0 then
    v_taken := least(v_left / v_step, standing.invites_for - counted);
    update public.profiles p set invites_left = p.invites_left - v_step * v_taken
    where p.id = standing.profile_id and v_taken > 0;
    update private.standings s set invites_for = s.invites_for - v_taken
    where s.profile_id = standing.profile_id and v_taken > 0;
  end if;
end;
$$;
comment on function private.reassess_invites is 'Grants the invites of newly counted counterparties, or takes back unused ones.';

-- Ratings --------------------------------------------------------------------------------
-- A review counts when the creator earned something from the order. Of several by one person, the
-- last of each period counts. `size` is its weight in the visible rating, by what the creator
-- earned; `weight` is its weight in the sort, by the market's fee and the trust in the author.
create function private.counted_reviews(profile_id uuid)
returns table (branch_id uuid, rating int, size numeric, weight numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select private.branch_of(e.author_id), e.rating,
    least(1, e.earned / (select private.setting('review_full_earned'))),
    private.setting('review_weight_' || e.trust_level) / 100
      * least(1, e.fees / nullif((select private.setting('review_full_fee')), 0))
  from (
    select r.author_id, r.rating, p.trust_level, o.completed_at,
      (s.creator_fee_minor + s.buyer_fee_kept_minor) / power(10::numeric, c.decimals) as fees,
      s.creator_minor / power(10::numeric, c.decimals) as earned,
      lead(o.completed_at) over (
        partition by coalesce(same.person_id, r.author_id) order by o.completed_at, r.id) as next_at
    from public.reviews r
    join public.pack_orders o on o.id = r.order_id
    join public.currencies c on c.code = o.currency
    join public.profiles p on p.id = r.author_id and p.suspended_at is null
    left join private.people same on same.profile_id = r.author_id
    cross join lateral private.split_settlement(o, private.share_of(o)) as s
    where r.subject_id in (select private.same_person(counted_reviews.profile_id)) and r.visible_at is not null
      and s.creator_minor >= (select private.setting('review_least_earned')) * power(10::numeric, c.decimals)
      and not private.was_charged_back(o.id)
      and (r.subject_id, r.author_id) not in (
        select mine.id, private.invite_relatives(mine.id) from private.same_person(counted_reviews.profile_id) as mine (id))
      and r.author_id not in (select private.answers_for(r.subject_id)) and not private.is_bound(r.author_id)
  ) e
  where e.next_at is null
    or e.next_at >= e.completed_at + make_interval(days => (select private.setting('review_period'))::int);
end;
$$;
comment on function private.counted_reviews is 'The reviews that count for a member''s rating, with their weights: those of all accounts of the person.';

-- Within a branch of the tree of invites weights add up as their square root: a hundred accounts of
-- one person weigh as much as ten. The subject's own branch weighs a fraction of that.
create function private.branch_weight(total numeric, is_own boolean) returns numeric
language sql stable security definer set search_path = '' as $$
  select least(total, sqrt(total))
    * case when is_own then private.setting('same_branch_weight') / 100 else 1 end
$$;
comment on function private.branch_weight is 'The combined weight of the reviews of one branch.';

create function private.rating_of(
  profile_id uuid, out rating numeric, out review_count int, out score numeric
)
language sql stable security definer set search_path = '' as $$
  select round(coalesce(sum(b.size * b.size_mean) / nullif(sum(b.size), 0), avg(b.size_mean)), 2),
    coalesce(sum(b.reviews), 0)::int,
    (prior.weight * prior.rating + coalesce(sum(b.weight * b.mean), 0)) / (prior.weight + sum(b.weight))
  from (
    select private.setting('rating_prior') as rating, private.setting('rating_prior_weight') as weight,
      private.branch_of(rating_of.profile_id) as branch_id
  ) prior
  left join lateral (
    select count(*) as reviews,
      sum(r.rating * r.size) / sum(r.size) as size_mean,
      private.branch_weight(sum(r.size), r.branch_id = prior.branch_id) as size,
      sum(r.rating * r.weight) / nullif(sum(r.weight), 0) as mean,
      private.branch_weight(sum(r.weight), r.branch_id = prior.branch_id) as weight
    from private.counted_reviews(rating_of.profile_id) r
    group by r.branch_id
  ) b on true
  group by prior.weight, prior.rating
$$;
comment on function private.rating_of is
  'The mean of the counted reviews, which members see, their number, and the Bayesian mean for sorting.';

-- The row is locked before the mean is computed: of two concurrent reviews the second one includes
-- the first.
create function private.recompute_rating(profile_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_profile public.profiles;
  v record;
begin
  select * into v_profile from public.profiles p where p.id = recompute_rating.profile_id for no key update;
  select * into v from private.rating_of(profile_id);
  insert into private.standings as s (profile_id, rating_score) values (recompute_rating.profile_id, v.score)
  on conflict on constraint standings_pkey do update set rating_score = excluded.rating_score
  where s.rating_score is distinct from excluded.rating_score;
  if (v_profile.rating, v_profile.review_count) is distinct from (v.rating, v.review_count) then
    update public.profiles p set rating = v.rating, review_count = v.review_count
    where p.id = recompute_rating.profile_id;
  end if;
end;
$$;
comment on function private.recompute_rating is 'Stores the rating and the sort key of a member.';

-- Completed orders -----------------------------------------------------------------------
-- Orders between two accounts that turned out to be one person do not count any more, nor do those that
-- ended because a provider took the brand's payment back (apply_completion_effects).
create function private.recount_completed_orders(profile_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.profiles p set completed_orders = counted.orders
  from (
    select coalesce(sum(t.orders), 0)::int as orders
    from (
      select case o.brand_id when recount_completed_orders.profile_id then o.kol_id else o.brand_id end as other_id, count(*) as orders
      from public.pack_orders o
      where recount_completed_orders.profile_id in (o.brand_id, o.kol_id)
        and o.completed_at is not null and private.share_of(o) = o.price_minor
        and o.id not in (select private.orders_charged_back(array(
          select b.brand_id from public.pack_orders b where recount_completed_orders.profile_id in (b.brand_id, b.kol_id))))
        and not exists (
          select from public.order_events e
          where e.order_id = o.id and e.to_status = o.status and e.actor_id is null and e.note = 'chargeback')
      group by 1
    ) t
    where not private.are_one_person(recount_completed_orders.profile_id, t.other_id)
  ) counted
  where p.id = recount_completed_orders.profile_id and p.completed_orders <> counted.orders
$$;
comment on function private.recount_completed_orders is 'Stores the number of orders that a member has completed with other people. The caller has locked the profile.';

-- Reassessing ----------------------------------------------------------------------------

-- Callers hold the lock of the profile.
create function private.reassess(profile_id uuid, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_profile public.profiles;
  v_standing private.standings;
  v_record private.trade_record;
  v_level text;
begin
  select * into v_profile from public.profiles p where p.id = reassess.profile_id;
  -- Requests are deleted before the facts are read, so that later requests are not lost.
  delete from private.reassessments r where r.profile_id = v_profile.id;
  perform private.recompute_rating(v_profile.id);
  perform private.recount_completed_orders(v_profile.id);
  if v_profile.deleted_at is not null then
    return;
  end if;
  select * into v_standing from private.standings s where s.profile_id = v_profile.id;
  v_record := private.trade_record_of(v_profile.id, at);
  perform private.reassess_invites(v_standing,
    greatest(floor(v_record.counterparties - v_record.demerits), 0)::int);
  v_level := coalesce(v_standing.trust_override, case
    when private.qualifies_for_level('trusted', v_record, at - v_profile.created_at) then 'trusted'
    when private.qualifies_for_level('normal', v_record, at - v_profile.created_at) then 'normal'
    else 'new' end);
  if v_level <> v_profile.trust_level then
    update public.profiles p set trust_level = v_level where p.id = v_profile.id;
    -- Members whom this member reviewed are computed again, because the weight of these reviews has changed.
    perform private.request_reassessment(s.subject_id, at) from (
      select distinct r.subject_id from public.reviews r
      where r.author_id = v_profile.id and r.visible_at is not null
    ) s;
  end if;
  perform private.request_reassessment(v_profile.id, n.due)
  from private.next_reassessment(v_profile.id, v_profile.created_at, at) as n (due)
  where n.due is not null;
end;
$$;
comment on function private.reassess is 'Computes trust, invites, rating and completed orders of one member.';

-- Members whose rows are locked are left for the next run. Failures are retried after an hour.
create function private.work_reassessments(at timestamptz, batch int, until timestamptz default 'infinity') returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[] := array(
    select p.id from public.profiles p
    where p.id in (
      select r.profile_id from private.reassessments r where r.due_at <= at
      group by r.profile_id order by min(r.due_at) limit batch)
    order by p.id
    for no key update skip locked);
  v_id uuid;
  v_count int := 0;
begin
  foreach v_id in array v_ids loop
    begin
      perform private.reassess(v_id, at);
    exception when others then
      perform private.note_failure(format('standing of %s stays: %s', v_id, sqlerrm));
      update private.reassessments r set due_at = at + interval '1 hour'
      where r.profile_id = v_id and r.due_at <= at;
    end;
    v_count := v_count + 1;
    exit when clock_timestamp() > until;
  end loop;
  return v_count;
end;
$$;
comment on function private.work_reassessments is 'Computes the members that are due; returns how many.';

-- Events that change the facts ------------------------------------------------------------
create function private.hold_cleared() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.request_reassessment(side, NEW.cleared_at)
  from public.pack_orders o, unnest(array[o.brand_id, o.kol_id]) as side
  where o.id = NEW.order_id;
  return null;
end;
$$;
comment on function private.hold_cleared is 'Trigger: a fee is earned, so both sides are computed again.';
create trigger holds_reassess after update on private.holds
  for each row when (OLD.cleared_at is null and NEW.cleared_at is not null)
  execute function private.hold_cleared();

create function private.chargeback_recorded() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if NEW.status = 'won' then
    delete from private.demerits d
    where d.order_id = NEW.order_id and d.kind = 'chargeback' and not exists (
      select from private.chargebacks c
      where c.order_id = NEW.order_id and c.kind = 'dispute' and c.status <> 'won');
  elsif NEW.kind = 'dispute' then
    perform private.add_demerit(o.brand_id, o.id, 'chargeback', NEW.created_at)
    from public.pack_orders o where o.id = NEW.order_id;
  end if;
  perform private.request_reassessment(side, coalesce(NEW.closed_at, NEW.created_at))
  from public.pack_orders o, unnest(array[o.brand_id, o.kol_id]) as side
  where o.id in (select f.order_id from private.earning_funding f where f.payment_id = NEW.payment_id);
  return null;
end;
$$;
comment on function private.chargeback_recorded is
  'Trigger: until the dispute is won the order of the payment does not count for either side, and the brand has a demerit.';
create trigger chargebacks_reassess after insert on private.chargebacks
  for each row execute function private.chargeback_recorded();
create trigger chargebacks_reassess_again after update on private.chargebacks
  for each row when (NEW.status = 'won' and OLD.status <> 'won' or NEW.payment_id is distinct from OLD.payment_id)
  execute function private.chargeback_recorded();

-- Members who traded with a suspended member, or were reviewed by them, are computed again.
create function private.suspension_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.request_reassessment(t.other_id, coalesce(NEW.suspended_at, now()))
  from (
    select o.kol_id as other_id from public.pack_orders o where o.brand_id = NEW.id
    union
    select o.brand_id from public.pack_orders o where o.kol_id = NEW.id
  ) t;
  return null;
end;
$$;
comment on function private.suspension_changed is 'Trigger: queues the counterparties of a suspended member.';
create trigger profiles_suspension_reassess after update of suspended_at on public.profiles
  for each row when ((OLD.suspended_at is null) <> (NEW.suspended_at is null))
  execute function private.suspension_changed();

-- Accounts that turn out to belong to one person count once with everybody.
create function private.recount_person(profile_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select private.request_reassessment(t.id, now()) from (
    select private.same_person(recount_person.profile_id) as id
    union
    select unnest(array[o.brand_id, o.kol_id]) from public.pack_orders o
    where o.brand_id in (select private.same_person(recount_person.profile_id))
      or o.kol_id in (select private.same_person(recount_person.profile_id))
  ) t
$$;
comment on function private.recount_person is 'Queues the accounts of a person and their counterparties.';

create function private.person_joined() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.recount_person(NEW.profile_id);
  return null;
end;
$$;
comment on function private.person_joined is 'Trigger: recounts a person who has got another account.';
create trigger people_reassess after insert or update on private.people
  for each row execute function private.person_joined();

create function private.pair_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.recount_person(id) from unnest(array[NEW.profile_id, NEW.other_id]) as id;
  return null;
end;
$$;
comment on function private.pair_changed is 'Trigger: recounts two people who were bound or separated.';
create trigger person_pairs_reassess after insert or update on private.person_pairs
  for each row execute function private.pair_changed();

-- Staff ----------------------------------------------------------------------------------
create function private.override_trust(profile_id uuid, trust_level text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.standings as s (profile_id, trust_override)
  values (override_trust.profile_id, override_trust.trust_level)
  on conflict on constraint standings_pkey do update set trust_override = excluded.trust_override;
  perform private.reassess(override_trust.profile_id, now());
end;
$$;
comment on function private.override_trust is 'Sets a member''s level until staff lift it; null: computed again. Called by set_trust_level.';

-- A proposal of more trust was made without knowing of the demerit. A member whom staff made trusted can only get less.
create function private.end_proposals_to_trust() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.withdraw_proposals('{set_trust_level}', array(
    select id::text from private.held_with(NEW.profile_id) as id
    where not exists (select from private.standings s where s.profile_id = id and s.trust_override = 'trusted')),
    'demerit', '{"trust_level": "new"}');
  return null;
end;
$$;
comment on function private.end_proposals_to_trust is 'Trigger: withdraws proposals about the trust of a member with a new demerit, except those that can only lower it.';
create trigger demerits_end_proposals after insert or update on private.demerits
  for each row execute function private.end_proposals_to_trust();

-- Settings -------------------------------------------------------------------------------
-- Values changed by staff are kept. Lower values make attacks cheaper:
-- supabase/tests/properties/rings.test.ts shows by how much.
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('trust_least_price', 50, 'units', 'Orders below this price do not count for trust and invites, in whole units of the currency.', 10, 1000, true),
  ('trust_counted_most', 20, 'count', 'Counterparties beyond this many do not count: nobody can hoard them against demerits.', 10, 1000, false),
  ('same_branch_weight', 25, 'percent', 'What a counterparty counts whose branch of the tree of invites is counted already, or is the member''s own.', 0, 100, false),
  ('normal_after', 3, 'count', 'Counterparties after which a new member counts as normal.', 1, 100, true),
  ('normal_fees', 30, 'units', 'Fees that we must have earned from a member''s orders before they count as normal.', 0, 10000, true),
  ('normal_days', 30, 'days', 'How old an account must be to count as normal.', 1, 365, true),
  ('trusted_after', 10, 'count', 'Counterparties after which a member counts as trusted.', 2, 100, true),
  ('trusted_fees', 500, 'units', 'Fees that we must have earned from a member''s orders before they count as trusted.', 50, 100000, true),
  ('trusted_days', 90, 'days', 'How old an account must be to count as trusted.', 14, 1000, true),
  ('demerit_period', 180, 'days', 'How long a demerit counts.', 30, 1000, false),
  ('demerit_late', 1, 'count', 'Counterparties that late work takes off.', 1, 100, false),
  ('demerit_dispute_lost', 3, 'count', 'Counterparties that a lost dispute takes off.', 1, 100, false),
  ('demerit_chargeback', 10, 'count', 'Counterparties that a chargeback takes off.', 3, 100, false),
  ('dispute_lost_share', 25, 'percent', 'A side that gets less than this share of the price has lost the dispute.', 0, 50, false),
  ('review_least_earned', 20, 'units', 'Reviews count when the creator earned at least this from the order, in whole units of the currency.', 5, 1000, true),
  ('review_period', 90, 'days', 'Of reviews by the same author within this time only the last counts.', 1, 1000, true),
  ('review_full_earned', 200, 'units', 'What the creator must have earned from an order for its review to count in full in the rating.', 20, 10000, true),
  ('review_full_fee', 20, 'units', 'The fee of an order from which on its review has its full weight in the sort.', 0, 1000, false),
  ('review_weight_new', 50, 'percent', 'What the review of a new member weighs in the sort.', 0, 100, false),
  ('review_weight_normal', 75, 'percent', 'What the review of a normal member weighs in the sort.', 0, 100, false),
  ('review_weight_trusted', 100, 'percent', 'What the review of a trusted member weighs in the sort.', 1, 100, false),
  ('rating_prior', 3.5, 'stars', 'The rating that the sort assumes of a creator before the first review.', 1, 5, false),
  ('rating_prior_weight', 5, 'count', 'How many full reviews that assumption weighs.', 1, 100, false)
on conflict (key) do nothing;

-- Works --------------------------------------------------------------------------------
-- Runs after the constraints, which check that each value is the id of an order. Works that are shown already stay, so that
-- a brand which disputes its payment does not keep the creator from editing the portfolio.
create function private.require_showable() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from jsonb_array_elements(NEW.works) as work
    where work ? 'order_id' and (TG_OP = 'INSERT' or not OLD.works @> jsonb_build_array(jsonb_build_object('order_id', work ->> 'order_id')))
      and not exists (
      select from public.showings s join public.pack_orders o on o.id = s.order_id
      where s.order_id = (work ->> 'order_id')::uuid and o.kol_id = NEW.id and s.allowed_at is not null
        and not private.are_one_person(o.kol_id, o.brand_id) and not private.was_charged_back(o.id)
    )
  ) then
    raise exception 'showing_not_allowed' using errcode = 'PT403';
  end if;
  return null;
end;
$$;
comment on function private.require_showable is 'Trigger: an order is added to a portfolio only if its creator made the work for somebody else, who has paid for it and allows it.';
create trigger profiles_works_showable after insert or update of works on public.profiles
  for each row when (NEW.works <> '[]') execute function private.require_showable();
