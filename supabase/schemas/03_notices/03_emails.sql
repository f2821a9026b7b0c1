-- E-mail follows notifications: immediately, in a daily digest, or not at all, as each member
-- chooses per type. The outbox delivers at most once: a claimed e-mail is not handed out again
-- unless the sender reports a failure, or the e-mail is about the safety of the account (guards_account). A crash of the
-- sender loses any other e-mail and raises an alarm; the notification remains.
--
-- Many notifications become few e-mails. Those about one subject (an order, a campaign, a saved
-- search) are added to an e-mail about it that has not been sent; after one was sent, the next
-- waits for a while and then lists everything since. Above a number of e-mails per hour the rest
-- goes into the digest.
create table public.email_preferences (
  profile_id uuid not null default private.my_profile_id() references public.profiles (id) on delete cascade,
  type text not null,
  mode text not null,
  primary key (profile_id, type),
  constraint email_preferences_type_known check (type = any (private.notification_types())),
  constraint email_preferences_mode_known check (mode in ('at_once', 'digest', 'off'))
);
comment on table public.email_preferences is 'How a member receives the e-mails of each type; a type without a row has its default.';
alter table public.email_preferences enable row level security;
create policy email_preferences_select on public.email_preferences for select to authenticated
  using (profile_id = (select private.my_profile_id()));
create policy email_preferences_insert on public.email_preferences for insert to authenticated
  with check (profile_id = (select private.my_profile_id()));
create policy email_preferences_update on public.email_preferences for update to authenticated
  using (profile_id = (select private.my_profile_id()))
  with check (profile_id = (select private.my_profile_id()));
create policy email_preferences_delete on public.email_preferences for delete to authenticated
  using (profile_id = (select private.my_profile_id()));
-- All columns are updatable because an upsert writes all of them; the policy protects the owner.
grant select, insert, update, delete on public.email_preferences to authenticated;
grant select on public.email_preferences to service_role;
create trigger email_preferences_check_open_session before insert or update or delete on public.email_preferences
  for each statement when (current_user = 'authenticated') execute function private.check_open_session();
create trigger email_preferences_are_few before insert or update on public.email_preferences
  for each row when (current_user = 'authenticated') execute function private.refuse_long_list();

create table private.email_outbox (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null references public.profiles (id) on delete cascade,
  -- The type of the first notification, or `digest`.
  template text not null,
  -- Null: the e-mail is not combined with others.
  subject text,
  -- The last notifications that the e-mail lists, oldest first, and how many there are in all.
  notification_ids uuid[] not null default '{}',
  notice_count int not null default 1,
  -- The content of a digest, which has no list of notifications.
  digest jsonb,
  status text not null default 'waiting',
  attempts int not null default 0,
  send_after timestamptz not null,
  created_at timestamptz not null,
  claimed_at timestamptz,
  sent_at timestamptz,
  -- The recipient, set when it is claimed.
  to_email text,
  last_error text,
  constraint email_outbox_status_known check (status in ('waiting', 'claimed', 'sent', 'failed')),
  constraint email_outbox_sent_has_time check ((status = 'sent') = (sent_at is not null)),
  constraint email_outbox_digest_has_lists check ((template = 'digest') = (digest is not null))
) with (fillfactor = 60); -- an e-mail that grows stays in its page, so no index is written
comment on table private.email_outbox is 'E-mails: queued, claimed, sent or failed.';
create index email_outbox_waiting on private.email_outbox (send_after) where status = 'waiting';
-- E-mails that were given up or lost lately, which 15_operation/05_market_health counts.
create index email_outbox_unsent on private.email_outbox (claimed_at) where status in ('claimed', 'failed');
create index email_outbox_handed_out on private.email_outbox (claimed_at) where status <> 'waiting';
create index email_outbox_of_profile on private.email_outbox (profile_id, send_after);
create index email_outbox_of_subject on private.email_outbox (profile_id, subject, claimed_at);
-- Finds the queued e-mail that a new notification joins. An e-mail that failed is sent again unchanged.
create unique index email_outbox_open_subject on private.email_outbox (profile_id, subject)
  where status = 'waiting' and attempts = 0;
alter table private.email_outbox enable row level security;

create table private.digest_items (
  notification_id uuid primary key references public.notifications (id) on delete cascade,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null
);
comment on table private.digest_items is 'Notifications that wait for the next digest of their member.';
create index digest_items_of_profile on private.digest_items (profile_id, created_at);
create index digest_items_oldest on private.digest_items (created_at);
alter table private.digest_items enable row level security;

-- Queueing -----------------------------------------------------------------------------------
create function private.notice(n public.notifications) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('id', n.id, 'type', n.type, 'event', n.event, 'title', n.title,
    'message', n.message, 'data', n.data);
end;
$$;
comment on function private.notice is 'A notification as an e-mail lists it.';

-- Volatile, so that it has a snapshot of its own: a claimed e-mail may list a notification that was
-- committed after the statement that claims it began.
create function private.notices(notification_ids uuid[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(private.notice(n) order by listed.place), '[]')
    from unnest(notification_ids) with ordinality as listed (id, place)
    join public.notifications n on n.id = listed.id
  );
end;
$$;
comment on function private.notices is 'Notifications as an e-mail lists them, in this order.';

-- E-mails about the safety of the account. A thief of the password could switch such an e-mail off, use up the e-mails of the hour, or
-- cause another e-mail that it has to wait for, and then save an account of their own for payouts. So it is always sent at once, lists
-- nothing else, and has the link of 04_money/05_disowned_accounts instead of the one that ends e-mails.
create function private.guards_account(event text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(event in ('payout_method_added', 'second_factor_added'), false);
end;
$$;
comment on function private.guards_account is
  'True for an event that the owner of an account gets an e-mail about at once, whatever was chosen and however many came this hour.';

-- Keeps an event with a deadline in its e-mail: an e-mail lists twenty events, and twenty statements of evidence would displace it.
create function private.binds_silence(event text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(event in ('settlement_proposed_to_silent', 'settlement_proposed_to_silent_brand', 'dispute_opened',
    'answer_reminder', 'order_funded', 'offer_paid', 'ruling_made', 'ruling_made_brand', 'order_delivered', 'work_late', 'work_late_brand', 'revision_late',
    'draft_shown', 'review_reminder'), false)
    or private.guards_account(event)
$$;
comment on function private.binds_silence is 'True for an event whose notification says what happens if its reader does nothing.';

create function private.last_twenty(ids uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if cardinality(ids) <= 20 then
    return ids;
  end if;
  return array(
    select kept.id from (
      select n.id, private.binds_silence(n.event) as binds, listed.place
      from unnest(ids) with ordinality as listed (id, place) join public.notifications n on n.id = listed.id
      order by 2 desc, 3 desc limit 20) as kept
    order by kept.binds, kept.place);
end;
$$;
comment on function private.last_twenty is
  'The last twenty of a list: long e-mails are cut, and notice_count counts the rest. Events of binds_silence are kept and come last; an e-mail lists the last one first.';

create function private.email_subject(event text, type text, data jsonb) returns text
language plpgsql immutable set search_path = '' as $$
begin
  -- A receipt has a subject of its own, so that it is sent at once and delays no e-mail about the order.
  return coalesce(case when private.guards_account(event) then 'guard' end, 'receipt ' || (data ->> 'payout_id'),
    case when event in ('payment_receipt', 'invoice_issued', 'credit_note_issued') then 'receipt ' else 'order ' end || (data ->> 'order_id'),
    'campaign ' || (data ->> 'campaign_id'), 'search ' || (data ->> 'saved_search_id'), type);
end;
$$;
comment on function private.email_subject is 'The subject of a notification: those with the same subject share an e-mail.';

create function private.reaches_suspended(type text) returns boolean
language sql immutable set search_path = '' as $$
  select type in ('account_update', 'order_update', 'dispute_update', 'payment_received')
$$;
comment on function private.reaches_suspended is 'True for a type of e-mails that a suspended member still gets.';

-- A statement trigger, because the matcher inserts thousands of rows. Two concurrent statements may
-- each use the last e-mail of the hour; a lock per notified member would make orders wait for each
-- other. Sequential scans are off, because a session keeps a plan that it made while the outbox was
-- nearly empty.
create function private.queue_emails() returns trigger
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  v_window constant interval := make_interval(mins => private.setting('email_join_window')::int);
  v_most constant int := private.setting('emails_per_hour');
begin
  with addressed as materialized (
    select n.id, n.type, n.created_at, p.id as profile_id, private.email_subject(n.event, n.type, n.data) as subject,
      case when private.guards_account(n.event) then 'at_once'
        else coalesce(chosen.mode, private.default_email_mode(n.type)) end as mode,
      private.guards_account(n.event) as guards
    from added n
    join public.profiles p on p.user_id = n.user_id
    left join public.email_preferences chosen on chosen.profile_id = p.id and chosen.type = n.type
    -- A suspended member still gets e-mails about the account, and about what happens if they do not act.
    where p.suspended_at is null or private.reaches_suspended(n.type)
  ), subjects as materialized (
    select a.profile_id, a.subject, greatest(min(a.created_at), (
        select max(o.claimed_at) + v_window from private.email_outbox o
        where o.profile_id = a.profile_id and o.subject = a.subject and not bool_or(a.guards)
      )) as send_after,
      exists (
        select from private.email_outbox o
        where o.profile_id = a.profile_id and o.subject = a.subject
          and o.status = 'waiting' and o.attempts = 0
      ) as joins, bool_or(a.guards) as guards
    from addressed a where a.mode = 'at_once'
    group by a.profile_id, a.subject
  ), allowed as materialized (
    select s.* from (
      select s.*, row_number() over (partition by s.profile_id, s.joins order by s.send_after, s.subject) as place
      from subjects s
    ) s
    where s.joins or s.guards or s.place <= v_most - (
      select count(*) from private.email_outbox o
      where o.profile_id = s.profile_id and o.send_after > s.send_after - interval '1 hour'
        and o.template <> 'digest'
    )
  ), collected as (
    insert into private.digest_items (notification_id, profile_id, created_at)
    select a.id, a.profile_id, a.created_at from addressed a
    left join allowed on allowed.profile_id = a.profile_id and allowed.subject = a.subject
    where a.mode = 'digest' or a.mode = 'at_once' and allowed.subject is null
  )
  insert into private.email_outbox as o
    (profile_id, template, subject, notification_ids, notice_count, send_after, created_at)
  select a.profile_id, (array_agg(a.type order by a.created_at, a.id))[1], a.subject,
    private.last_twenty(array_agg(a.id order by a.created_at, a.id)),
    count(*), allowed.send_after, min(a.created_at)
  from addressed a join allowed on allowed.profile_id = a.profile_id and allowed.subject = a.subject
  where a.mode = 'at_once'
  group by a.profile_id, a.subject, allowed.send_after
  on conflict (profile_id, subject) where status = 'waiting' and attempts = 0 do update set
    notification_ids = private.last_twenty(o.notification_ids || excluded.notification_ids),
    notice_count = o.notice_count + excluded.notice_count;
  return null;
end;
$$;
comment on function private.queue_emails is 'Trigger: puts each notification into at most one e-mail: immediately, combined with others, or in a digest.';
create trigger notifications_queue_emails after insert on public.notifications
  referencing new table as added
  for each statement execute function private.queue_emails();

-- A digest is due when its oldest item has waited a day. Matches are grouped by saved search; long
-- lists are cut and counted; notices that say what happens without an answer are kept. The digest of a suspended member has
-- only the kinds of notices that suspended members get.
create function private.work_email_digests(at timestamptz default now(), until timestamptz default 'infinity') returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_before timestamptz := at - make_interval(hours => private.setting('email_digest_every')::int);
  v_profile_id uuid;
  v_made int := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('work_email_digests')) then
    return v_made;
  end if;
  for v_profile_id in
    select distinct d.profile_id from private.digest_items d where d.created_at <= v_before limit 1000
  loop
    with taken as (
      delete from private.digest_items d where d.profile_id = v_profile_id
      returning d.notification_id
    ), items as materialized (
      select n.* from taken join public.notifications n on n.id = taken.notification_id
      where private.reaches_suspended(n.type)
        or exists (select from public.profiles p where p.id = v_profile_id and p.suspended_at is null)
    ), listed as (
      select i.*, row_number() over (
          partition by i.data ->> 'saved_search_id' order by i.created_at, i.id
        ) as place
      from items i where i.type = 'new_kol_match'
    ), searches as (
      select l.data ->> 'saved_search_id' as id, count(*) as total,
        -- The digest shows the newest name of the search.
        (array_agg(l.data ->> 'saved_search_name' order by l.place desc))[1] as name,
        jsonb_agg(jsonb_build_object('profile_id', l.data -> 'profile_id', 'name', l.data -> 'profile_name')
          order by l.place) filter (where l.place <= 20) as creators
      from listed l group by 1
    )
    insert into private.email_outbox (profile_id, template, digest, send_after, created_at)
    select v_profile_id, 'digest', jsonb_build_object(
      'searches', coalesce((
        select jsonb_agg(jsonb_build_object('saved_search_id', s.id, 'saved_search_name', s.name,
          'total', s.total, 'creators', s.creators) order by s.name, s.id)
        from searches s), '[]'),
      'others', coalesce((
        select jsonb_agg(private.notice(o::public.notifications) order by o.created_at, o.id)
        from (select * from items i where type <> 'new_kol_match' order by private.binds_silence(i.event) desc, created_at limit 50) o), '[]')
      ), at, at
    where exists (select from items);
    v_made := v_made + found::int;
    exit when clock_timestamp() > until;
  end loop;
  return v_made;
end;
$$;
comment on function private.work_email_digests is 'Queues the digests that are due; returns how many.';

-- Unsubscribing ---------------------------------------------------------------------------------
-- Links are signed with the present address of the member: a link in a mail to a former address does nothing.
create function private.sign_unsubscribe(subject text) returns text
language sql volatile security definer set search_path = '' as $$
  select encode(extensions.hmac(convert_to(concat_ws(' ', subject, (
    select u.email from public.profiles p join auth.users u on u.id = p.user_id
    where p.id = split_part(subject, '.', 1)::uuid
  )), 'UTF8'), private.secret('unsubscribe'), 'sha256'), 'hex')
$$;

create function private.unsubscribe_day(at timestamptz) returns bigint
language sql immutable set search_path = '' as $$
  select extract(epoch from at)::bigint / 86400
$$;
comment on function private.unsubscribe_day is 'The day on which an unsubscribe link was signed, counted from 1970.';

create function private.unsubscribe_token(profile_id uuid, template text, at timestamptz default now()) returns text
language sql volatile security definer set search_path = '' as $$
  select signed.subject || '.' || private.sign_unsubscribe(signed.subject)
  from (values (concat_ws('.', profile_id, template, private.unsubscribe_day(at)))) as signed (subject)
$$;
comment on function private.unsubscribe_token is 'The unsubscribe token of an e-mail: member, types, day and signature.';

create function private.read_link(token text, out profile_id uuid, out template text)
language plpgsql volatile security definer set search_path = '' as $$
begin
  if token !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z_+]{1,250}\.[0-9]{1,6}\.[0-9a-f]{64}$'
    -- Both signatures are hashed before they are compared, so that the time of the comparison reveals
    -- nothing.
    or extensions.digest(split_part(token, '.', 4), 'sha256')
      <> extensions.digest(private.sign_unsubscribe(
        left(token, -65)), 'sha256')
    or split_part(token, '.', 3)::int < private.unsubscribe_day(now()) - (case split_part(token, '.', 2)
      when 'not_me' then private.setting('payout_method_wait') / 24 + 5 else private.setting('unsubscribe_link_days') end)
    or not exists (select from public.profiles p where p.id = split_part(token, '.', 1)::uuid)
  then
    raise exception 'unsubscribe_invalid' using errcode = 'PT422';
  end if;
  profile_id := split_part(token, '.', 1);
  template := split_part(token, '.', 2);
end;
$$;
comment on function private.read_link is 'The member and the template of a token that unsubscribe_token made; rejects every other one.';

create function private.unsubscribe(token text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_link constant record := private.read_link(token);
begin
  if v_link.template = 'not_me' then
    raise exception 'unsubscribe_invalid' using errcode = 'PT422';
  end if;
  insert into public.email_preferences (profile_id, type, mode)
  select v_link.profile_id, known.type, 'off'
  from unnest(private.notification_types()) as known (type)
  left join public.email_preferences chosen
    on chosen.profile_id = v_link.profile_id and chosen.type = known.type
  -- The link of a digest ends everything that is sent by digest.
  where known.type = any (string_to_array(v_link.template, '+'))
    or v_link.template = 'digest' and coalesce(chosen.mode, private.default_email_mode(known.type)) = 'digest'
  on conflict on constraint email_preferences_pkey do update set mode = 'off';
  return v_link.template;
end;
$$;

create function public.unsubscribe(token text) returns text
language sql security invoker set search_path = '' as $$
  select private.unsubscribe(token)
$$;
comment on function public.unsubscribe is 'Ends the e-mails of the type that the link belongs to, without sign-in; returns the type.';
grant execute on function private.unsubscribe, public.unsubscribe to anon, authenticated;

-- Sending ----------------------------------------------------------------------------------------
create function private.claim_emails(batch int, at timestamptz default now())
returns table (
  id uuid, to_email text, display_name text, template text, locale text, notices jsonb, notice_count int,
  digest jsonb, attempts int, unsubscribe_token text, not_me_token text
)
language plpgsql security definer set search_path = '' as $$
begin
  return query
    with due as materialized (
      select o.id from private.email_outbox o
      where o.status = 'waiting' and o.send_after <= at
      order by o.send_after, o.id
      limit least(greatest(batch, 1), 500)
      for update skip locked
    ), addressed as (
      -- Members without a confirmed address, and deleted members, receive no more e-mails.
      select due.id, p.display_name, p.locale, u.email::text as address
      from due
      join private.email_outbox o on o.id = due.id
      left join public.profiles p on p.id = o.profile_id and (p.suspended_at is null or o.template = 'digest' or private.reaches_suspended(o.template))
      left join auth.users u on u.id = p.user_id and u.email_confirmed_at is not null
    ), claimed as (
      update private.email_outbox o set
        status = case when a.address is null then 'failed' else 'claimed' end,
        last_error = case when a.address is null then 'no_address' end,
        claimed_at = at, attempts = o.attempts + 1, to_email = a.address
      from addressed a where o.id = a.id
      returning o.*, a.display_name, a.locale
    )
    select c.id, c.to_email, c.display_name, c.template, c.locale, listed.notices, c.notice_count, c.digest,
      c.attempts,
      -- Links are signed with the day of the e-mail, not of the attempt: a provider refuses a changed text under an id that it has already.
      case when not said.guards then private.unsubscribe_token(c.profile_id, coalesce(said.types, c.template), c.created_at) end,
      case when said.guards then private.unsubscribe_token(c.profile_id, 'not_me', c.created_at) end
    from claimed c
    cross join lateral (select private.notices(c.notification_ids) as notices) listed
    cross join lateral (
      select string_agg(distinct notice ->> 'type', '+') as types, coalesce(bool_or(private.guards_account(notice ->> 'event')), false) as guards
      from jsonb_array_elements(listed.notices) as notice) said
    where c.status = 'claimed'
    order by c.send_after, c.id;
end;
$$;

create function public.claim_emails(batch int default 50)
returns table (
  id uuid, to_email text, display_name text, template text, locale text, notices jsonb, notice_count int,
  digest jsonb, attempts int, unsubscribe_token text, not_me_token text
)
language sql security invoker set search_path = '' as $$
  select * from private.claim_emails(batch)
$$;
comment on function public.claim_emails is 'Service role: e-mails to send now, each for one caller only. Mark each one sent or failed.';

create function private.mark_email_sent(id uuid, at timestamptz default now()) returns void
language sql security definer set search_path = '' as $$
  update private.email_outbox o set status = 'sent', sent_at = at, last_error = null
  where o.id = mark_email_sent.id and o.status = 'claimed'
$$;

create function public.mark_email_sent(id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.mark_email_sent(id)
$$;
comment on function public.mark_email_sent is 'Service role: the provider accepted the e-mail.';

create function private.mark_email_failed(id uuid, error text, at timestamptz default now()) returns void
language sql security definer set search_path = '' as $$
  update private.email_outbox o set
    status = case when o.attempts >= private.setting('email_attempts') then 'failed' else 'waiting' end,
    send_after = at + make_interval(mins => (private.setting('email_backoff') * 2 ^ (o.attempts - 1))::int),
    last_error = left(error, 500)
  where o.id = mark_email_failed.id and o.status = 'claimed'
$$;

create function public.mark_email_failed(id uuid, error text) returns void
language sql security invoker set search_path = '' as $$
  select private.mark_email_failed(id, error)
$$;
comment on function public.mark_email_failed is 'Service role: the provider did not accept the e-mail.';

-- The next sender sends an e-mail about the safety of an account under the same id, by which a provider recognises it for a day.
create function private.return_guards(at timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  update private.email_outbox o set status = 'waiting', send_after = at
  where o.status = 'claimed' and o.subject = 'guard' and o.claimed_at between at - interval '1 day' and at - interval '10 minutes'
    and o.attempts < private.setting('email_attempts')
$$;
comment on function private.return_guards is 'Returns e-mails that guard an account to the queue if their sender ended without a report.';
grant execute on function private.claim_emails, private.mark_email_sent, private.mark_email_failed,
  public.claim_emails, public.mark_email_sent, public.mark_email_failed to service_role;

-- Deletion ---------------------------------------------------------------------------------
-- E-mails are removed because they hold the recipient's address; the notifications remain. E-mails that
-- were given up can be sent again until then, and those whose sender crashed stay claimed.
create function private.purge_emails(at timestamptz, batch int) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_count int;
begin
  -- The array is read once: a plan that evaluated the subquery again for each row would find further
  -- e-mails.
  delete from private.email_outbox o where o.id = any (array(
    select old.id from private.email_outbox old
    where old.status <> 'waiting' and old.claimed_at <= at - make_interval(days => private.setting('emails_kept')::int)
    order by old.claimed_at limit batch
    for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_emails is 'Removes a batch of e-mails that were handed out long ago; returns how many.';

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  -- The wait doubles with each attempt: a higher maximum would allow waits of years.
  ('email_attempts', 5, 'count', 'Attempts after which an e-mail is given up.', 1, 12, false),
  ('email_backoff', 5, 'minutes', 'Wait after the first failed attempt; it doubles with each further one.', 1, 1440, false),
  ('email_digest_every', 24, 'hours', 'How long a digest collects.', 1, 720, false),
  ('email_join_window', 10, 'minutes', 'After an e-mail, how long the next one about the same subject waits and collects.', 0, 1440, false),
  -- The minimum is two days, because e-mails of the last day determine when the next one is sent.
  ('emails_kept', 90, 'days', 'How long an e-mail is kept after it was sent or given up.', 2, 3650, true),
  ('emails_per_hour', 20, 'count', 'E-mails to one member in an hour; what is more waits for the digest.', 1, 1000, false),
  ('unsubscribe_link_days', 365, 'days', 'How long the link in an e-mail can end such e-mails.', 30, 3650, false)
on conflict (key) do nothing;
