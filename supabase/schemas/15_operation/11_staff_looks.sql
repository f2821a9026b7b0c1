-- Records that staff open beyond the lists: everything about one member, and the conversation around a reported message.
-- Each opening is recorded, once an hour for each member of staff and subject; opening a member needs a reason.

-- Notes ------------------------------------------------------------------------------------
create table private.staff_notes (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null references public.profiles (id),
  author_id uuid not null references public.profiles (id),
  body text not null,
  created_at timestamptz not null default now(),
  constraint staff_notes_body_length check (length(body) between 1 and 2000)
);
comment on table private.staff_notes is 'Notes that members of staff wrote for each other about a member; append-only.';
create index staff_notes_profile_id on private.staff_notes (profile_id, created_at desc);
create index staff_notes_author_id on private.staff_notes (author_id);
alter table private.staff_notes enable row level security;
create trigger staff_notes_append_only before update or delete on private.staff_notes
  for each row execute function private.refuse_change();
create trigger staff_notes_not_truncated before truncate on private.staff_notes
  for each statement execute function private.refuse_change();

create function private.add_staff_note(profile_id uuid, note text, idempotency_key uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_profile public.profiles := private.lock_profile_for_staff(profile_id);
  v_id uuid;
begin
  perform private.require_note(note);
  insert into private.staff_notes (id, profile_id, author_id, body)
  values (coalesce(idempotency_key, gen_random_uuid()), v_profile.id, private.my_profile_id(), btrim(note))
  on conflict on constraint staff_notes_pkey do nothing returning id into v_id;
  if v_id is null then
    if not exists (
      select from private.staff_notes n
      where n.id = idempotency_key and n.profile_id = v_profile.id and n.author_id = private.my_profile_id() and n.body = btrim(note))
    then
      raise exception 'idempotency_key_reused' using errcode = 'PT409';
    end if;
    return idempotency_key;
  end if;
  perform private.audit('add_staff_note', v_profile.id);
  return v_id;
end;
$$;
create function public.add_staff_note(profile_id uuid, note text, idempotency_key uuid default null) returns uuid
language sql volatile security invoker set search_path = '' as $$
  select private.add_staff_note(profile_id, note, idempotency_key)
$$;
comment on function public.add_staff_note is 'Staff: writes a note about a member, which staff alone read; a repeated key writes no second one.';

-- Opening members and reports ---------------------------------------------------------------
create function private.account_seen_by_staff(profile public.profiles) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'email', (select private.masked_email(u.email) from auth.users u where u.id = profile.user_id),
    'last_sign_in_at', (select u.last_sign_in_at from auth.users u where u.id = profile.user_id),
    'payout_methods', (
      select coalesce(jsonb_agg(m.masked order by m.created_at), '[]') from private.payout_methods m where m.profile_id = profile.id),
    'balances', (
      select coalesce(jsonb_agg(to_jsonb(b) order by b.currency, b.kind), '[]') from (
        select a.currency, a.kind, sum(a.balance_minor)::bigint as amount_minor from private.accounts a
        where a.owner_id = profile.id group by a.currency, a.kind having sum(a.balance_minor) <> 0) as b),
    'accounts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.display_name, 'at', p.created_at)), '[]')
      from public.profiles p where p.id in (select private.same_person(profile.id)) and p.id <> profile.id))
$$;
comment on function private.account_seen_by_staff is 'Account, balances and other accounts of a member, addresses masked.';

create function private.member_orders(profile_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'total', (select count(*) from public.pack_orders o where profile_id in (o.brand_id, o.kol_id)),
    'rows', (
      select coalesce(jsonb_agg(to_jsonb(s) || jsonb_build_object('other', private.name_of(
        case s.brand_id when member_orders.profile_id then s.kol_id else s.brand_id end)) order by s.created_at desc), '[]')
      from (
        select o.id, o.number, o.pack_title, o.status, o.price_minor, o.currency, o.created_at, o.brand_id, o.kol_id
        from public.pack_orders o where profile_id in (o.brand_id, o.kol_id) order by o.created_at desc limit 50) as s))
$$;
comment on function private.member_orders is 'The newest orders of a member, without their terms, files and texts.';

-- The reporters stay unknown: of what a member reported only the number is shown.
create function private.reports_about(profile_id uuid, except_message uuid default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(g) order by g.created_at desc), '[]') from (
    select r.message_id, max(r.content) as content, count(*) as reports, min(r.created_at) as created_at,
      max(r.reason) as reason, max(r.resolution) as resolution, count(*) over () as total
    from public.message_reports r
    where r.sender_id in (select private.same_person(profile_id)) and r.message_id is distinct from except_message
      and r.reporter_id not in (select private.own_cases())
    group by r.message_id order by min(r.created_at) desc limit 50) as g
$$;
comment on function private.reports_about is 'The newest 50 reported messages of a person, each with the number of all (total), without the reporters, and without messages reported by members about whom the caller must not decide.';

create function private.suspensions_of(profile_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(s) || jsonb_build_object('by', private.name_of(s.suspended_by)) order by s.created_at desc), '[]')
  from public.suspensions s where s.profile_id in (select private.same_person(suspensions_of.profile_id))
    and ((s.suspended_by, s.created_at) in (select a.actor_id, a.at from private.acts_on_own_cases() as a)) is not true
$$;
comment on function private.suspensions_of is 'Every suspension of a person, without acts that reached a case of the caller''s own.';

-- Other accounts for which a member is frozen are shown by name, without notes about them; own cases are left out.
create function private.debts_and_freeze(profile_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'debts', (select coalesce(jsonb_agg(to_jsonb(d)), '[]') from private.debts_of(debts_and_freeze.profile_id) as d),
    'chargebacks', (
      select coalesce(jsonb_agg(c.item order by c.rank, c.due), '[]') from private.staff_chargebacks c
      where c.about_id in (select private.same_person(debts_and_freeze.profile_id)) and c.kind <> 'won'),
    'frozen_for', (
      select coalesce(jsonb_agg(jsonb_build_object('id', b.profile_id, 'name', private.name_of(b.profile_id), 'at', b.since,
        'is_dispute', b.is_dispute) order by b.since), '[]')
      from private.borne_causes(array[debts_and_freeze.profile_id]) as b
      where b.profile_id <> debts_and_freeze.profile_id and b.profile_id not in (select private.own_cases())))
$$;
comment on function private.debts_and_freeze is
  'What a person owes in each currency, the chargebacks that were not won, and the other accounts for which the member is frozen.';

create function private.member_invites(profile_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'inviter', (
      select jsonb_build_object('id', p.id, 'name', p.display_name, 'at', r.created_at)
      from public.referrals r join public.profiles p on p.id = r.inviter_id where r.invitee_id = profile_id),
    'total', (select count(*) from public.referrals r where r.inviter_id = profile_id),
    'tree', cardinality(private.invite_tree(profile_id, true)) - 1,
    'rows', (
      select coalesce(jsonb_agg(to_jsonb(i) order by i.at desc), '[]') from (
        select p.id, p.display_name as name, r.created_at as at, p.suspended_at is not null as is_suspended
        from public.referrals r join public.profiles p on p.id = r.invitee_id
        where r.inviter_id = profile_id order by r.created_at desc limit 50) as i))
$$;

create function private.read_member(profile_id uuid, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_profile public.profiles := private.lock_profile_for_staff(profile_id);
begin
  if not private.has_looked('read_member', v_profile.id) then
    if reason is null then
      return null;
    end if;
    perform private.require_reason(reason);
    perform private.audit('read_member', v_profile.id, jsonb_build_object('reason', btrim(reason)));
  end if;
  return jsonb_build_object(
    'account', private.account_seen_by_staff(v_profile),
    'orders', private.member_orders(v_profile.id),
    'reports', private.reports_about(v_profile.id),
    'reports_made', (select count(*) from public.message_reports r where r.reporter_id = v_profile.id
      and r.sender_id not in (select private.own_cases())),
    'suspensions', private.suspensions_of(v_profile.id),
    'held', private.debts_and_freeze(v_profile.id),
    'invites', private.member_invites(v_profile.id),
    'notes', (
      select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'body', n.body, 'created_at', n.created_at,
        'author', private.name_of(n.author_id)) order by n.created_at desc), '[]')
      from private.staff_notes n where n.profile_id = v_profile.id));
end;
$$;
create function public.read_member(profile_id uuid, reason text default null) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.read_member(profile_id, reason)
$$;
comment on function public.read_member is
  'Staff: account, balances, debts and why the account is frozen, orders, reports, suspensions, invites and notes of a member, addresses masked. Recorded with the reason, '
  'which holds for an hour; null without one, unless one was given within the last hour.';

-- The receivers, who may be the reporters, stay unnamed: a message only says whether the sender wrote it.
create function private.read_report(message_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_around constant int := 10;
  v_message public.messages;
begin
  perform private.require_staff();
  select * into v_message from public.messages m
  where m.id = read_report.message_id and exists (select from public.message_reports r where r.message_id = m.id and r.resolved_at is null)
    and m.id not in (select private.reports_of_own_cases(array[m.id]));
  if not found then
    raise exception 'report_not_open' using errcode = 'PT409';
  end if;
  if not private.has_looked('read_report', v_message.id) then
    perform private.audit('read_report', v_message.id);
  end if;
  return jsonb_build_object(
    'messages', (
      select jsonb_agg(jsonb_build_object('id', n.id, 'content', n.content, 'file_name', n.file_name, 'created_at', n.created_at,
        'is_sender', n.sender_id = v_message.sender_id, 'is_reported', n.id = v_message.id,
        'file_url', case n.id when v_message.id then n.file_url end, 'file_size', n.file_size) order by n.created_at, n.id)
      from (
        (select * from public.messages m where m.conversation_id = v_message.conversation_id
          and (m.created_at, m.id) <= (v_message.created_at, v_message.id) order by m.created_at desc, m.id desc limit v_around + 1)
        union all
        (select * from public.messages m where m.conversation_id = v_message.conversation_id
          and (m.created_at, m.id) > (v_message.created_at, v_message.id) order by m.created_at, m.id limit v_around)) as n),
    'earlier', private.reports_about(v_message.sender_id, v_message.id),
    'suspensions', private.suspensions_of(v_message.sender_id));
end;
$$;
create function public.read_report(message_id uuid) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.read_report(message_id)
$$;
comment on function public.read_report is
  'Staff: the messages before and after a reported one, other reports about its sender and their suspensions. It is recorded; the receiver stays unnamed.';
grant execute on function private.add_staff_note, private.read_member, private.read_report,
  public.add_staff_note, public.read_member, public.read_report to authenticated;
