-- The record that a brand looks at before it pays a creator: how soon they answer, whether they are in time, and whether
-- brands come back. All accounts of a person count together, and a brand that is the same person, or bound to
-- it, does not count, nor does one related by invite. Numbers from too few members are left out: they would tell about one.

create type public.creator_record as (
  -- The median time until the first reply to a member who wrote first; a message without a reply for more than a day counts with its age, one whose sender was blocked with a day at least.
  reply_hours numeric,
  -- Orders that were delivered or whose time was over, and those without a late delivery.
  orders int,
  on_time int,
  -- Brands with completed orders, and those with several.
  brands int,
  brands_again int
);

-- After one of the two has blocked the other, or the asker has left the market, no reply is possible.
create function private.first_replies(creator_id uuid, at timestamptz) returns table (hours numeric)
language sql stable security definer set search_path = '' as $$
  with own as materialized (
    select private.same_person(first_replies.creator_id) as id
  ), newest as materialized (
    select c.id, c.opened_by, c.created_at, own.id as creator_id
    from own cross join lateral (
      select a.* from public.conversations a where a.member_a = own.id
      union all select b.* from public.conversations b where b.member_b = own.id) as c
    where c.opened_by not in (select own.id from own)
      and c.opened_by not in (select private.invite_relatives(first_replies.creator_id))
      and c.created_at > first_replies.at - interval '1 year'
    order by c.created_at desc limit 100
  )
  -- A creator who blocks the sender at once has not replied at once: a block counts as a day at least.
  select extract(epoch from coalesce(reply.created_at, case when block.created_at is not null then greatest(block.created_at, asked.created_at + interval '1 day') end, first_replies.at) - asked.created_at) / 3600
  from (
    select distinct on (private.person_of(n.opened_by)) n.* from newest n
    where n.opened_by not in (select private.answers_for(first_replies.creator_id)) and not private.is_bound(n.opened_by)
    order by private.person_of(n.opened_by), n.created_at desc
  ) c
  cross join lateral (
    select m.created_at from public.messages m where m.conversation_id = c.id and m.sender_id = c.opened_by
    order by m.created_at limit 1) as asked
  left join lateral (
    select m.created_at from public.messages m
    where m.conversation_id = c.id and m.sender_id = c.creator_id and m.created_at > asked.created_at
    order by m.created_at limit 1) as reply on true
  left join lateral (
    select min(b.created_at) as created_at from public.member_blocks b
    where reply.created_at is null and b.blocker_id = c.creator_id and b.blocked_id in (select private.answers_for(c.opened_by))
      and b.created_at > asked.created_at) as block on true
  where reply.created_at is not null or asked.created_at < first_replies.at - interval '1 day'
    and (block.created_at is not null
      or exists (select from public.members m where m.id = c.opened_by) and not private.are_blocked(c.creator_id, c.opened_by))
$$;
comment on function private.first_replies is
  'The hours until the first reply to each person who began one of the latest hundred conversations with a creator, and is neither the creator, nor bound to somebody, nor related by invite: in the last of them.';

create function private.creator_record(creator_id uuid, at timestamptz default now()) returns public.creator_record
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    -- The right to read is checked first, also where there is nothing to read.
    with reader as materialized (
      select private.may_see(p.id) and p.role = 'kol' as may_read from public.profiles p where p.id = creator_record.creator_id
    ), counted as materialized (
      select o.id, private.person_of(o.brand_id) as brand, o.brand_id, o.is_completed, o.delivered_at is not null as is_delivered, exists (
        select from private.demerits d where d.order_id = o.id and d.profile_id = o.kol_id and d.kind = 'late')
        -- Work that was late when somebody disputed it may never have been delivered.
        or coalesce(o.clock_before_dispute_seconds < 0 and (private.order_status((private.dispute_of(o.id)).from_status)).deadline_is_delivery, false) as is_late
      from public.pack_orders o
      where o.kol_id in (select private.same_person(creator_record.creator_id)) and o.created_at > creator_record.at - interval '1 year'
        and o.brand_id not in (select private.answers_for(creator_record.creator_id)) and not private.is_bound(o.brand_id)
    ), charged_back as materialized (
      select private.orders_charged_back(array(select distinct brand_id from counted)) as id
    ), kept as materialized (
      select c.* from counted c where c.id not in (select id from charged_back)
    ), own as materialized (
      -- Leaves out brands that are related by invite: a ring of accounts would otherwise get a record for nothing.
      select brand from kept where brand_id in (select private.invite_relatives(creator_record.creator_id))
    ), replies as (
      select percentile_cont(0.5) within group (order by r.hours) as hours
      from private.first_replies(creator_record.creator_id, creator_record.at) r having count(*) >= private.setting('creator_record_least')
    ), orders as (
      select count(*) as total, count(*) filter (where not is_late) as on_time
      from kept where (is_delivered or is_late) and brand not in (select brand from own) having count(*) >= private.setting('creator_record_least')
    ), brands as (
      select count(*) as total, count(*) filter (where b.orders > 1) as again
      from (select count(*) as orders from kept where is_completed and brand not in (select brand from own) group by brand) b having count(*) >= private.setting('creator_record_least')
    )
    select (round(r.hours::numeric, 1), o.total, o.on_time, b.total, b.again)::public.creator_record
    from reader m left join replies r on m.may_read left join orders o on m.may_read left join brands b on m.may_read);
end;
$$;

create function public.creator_record(creator_id uuid) returns public.creator_record
language sql stable security invoker set search_path = '' as $$
  select private.creator_record(creator_id)
$$;
comment on function public.creator_record is
  'Members who find the creator: how soon a creator answers, how many orders of the last year were in time, and how many brands came back; null where there are too few.';
create function public.applicant_record(application public.campaign_applications) returns public.creator_record
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform private.count_computed();
  -- Reads the stored row, because the caller may pass an invented one.
  return (select private.creator_record(a.kol_id) from public.campaign_applications a where a.id = application.id);
end;
$$;
comment on function public.applicant_record is 'A computed column of campaign_applications (select=*,applicant_record): the record of the creator who applies.';
grant execute on function private.creator_record, public.creator_record, public.applicant_record to authenticated;

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('creator_record_least', 3, 'count', 'How many conversations, orders or brands a creator must have had before a number about them is shown.', 2, 100)
on conflict (key) do nothing;
