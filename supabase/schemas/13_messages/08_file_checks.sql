-- Checks of uploaded files. Storage trusts the type that an upload claims. The edge function
-- `process-files` reads each new file and compares; a file of another type, or a picture that is too
-- large to be shown, is removed and its sender notified. Removals wait in a queue until Storage has
-- done them, so neither a file without its row nor a row without its file can remain.
--

-- Changes in Storage -------------------------------------------------------------------------
-- Paid work counts separately: it may need files, and the other side of its order may share the limits of a new member.
create function private.sharing_uploads(profile_id uuid) returns setof uuid
language plpgsql stable security definer rows 5 set search_path = '' as $$
begin
  if exists (
    select from public.pack_orders o join public.order_statuses s using (status)
    where s.holds_escrow and sharing_uploads.profile_id in (o.brand_id, o.kol_id)
  ) then
    return query select private.same_person(profile_id);
  else
    return query select private.accounts_sharing_limits(profile_id);
  end if;
end;
$$;
comment on function private.sharing_uploads is
  'All accounts whose uploads count in the limit of an account: those of its person while it has paid work, otherwise those that share its limits.';

create function private.limit_uploads(sender_id uuid, size bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_sharing constant uuid[] := array(select private.sharing_uploads(limit_uploads.sender_id) order by 1);
  v_count bigint;
  v_size numeric;
begin
  -- Uploads wait for each other: concurrent ones of members who share a limit would not count each other. Paid work does not wait for others.
  perform pg_advisory_xact_lock(hashtextextended('uploads of ' || v_sharing[1], 0));
  select count(*) + 1, coalesce(sum(i.size), 0) + limit_uploads.size into v_count, v_size
  from private.file_inspections i
  where i.sender_id = any (v_sharing) and i.created_at > now() - interval '1 day';
  if v_count > private.setting('uploads_per_day')
    or v_size > private.setting('upload_mebibytes_per_day') * 1024 * 1024
  then
    raise exception 'rate_limited' using errcode = 'PT429';
  end if;
end;
$$;
comment on function private.limit_uploads is 'Rejects more files, or more bytes, than a member may upload in a day, over all accounts that share the limit.';

-- The bucket takes every file up to the size of the largest video.
create function private.require_size(type text, size bigint) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_most constant numeric := case when type like 'video/%' then private.setting('video_mebibytes') * 1024 * 1024
    else private.attachment_max_bytes() end;
begin
  if size > v_most then
    raise exception 'file_too_large' using errcode = 'PT413';
  end if;
end;
$$;
comment on function private.require_size is 'Rejects a file that is larger than its type may be.';

-- Storage answers a unique violation with 409: the name is taken. A policy cannot check this, because
-- Storage overwrites a file when two uploads of one name run concurrently, even without upsert.
create function private.follow_file() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_sender uuid;
  v_size bigint;
begin
  if TG_OP = 'DELETE' then
    update private.file_inspections i set status = 'removed'
    where i.bucket_id = OLD.bucket_id and i.name = OLD.name and i.status <> 'rejected';
    return null;
  end if;
  if TG_OP = 'UPDATE' then
    -- The operator puts the files back after a restore (docs/restore.md); no request can set this.
    if current_setting('kolpact.restoring', true) = 'on' then
      update private.file_inspections i set version = NEW.version where i.bucket_id = NEW.bucket_id and i.name = NEW.name;
      return null;
    end if;
    -- Storage may report the end of an upload in parts twice: it is the same file, and an error would make Storage remove it.
    if (NEW.bucket_id, NEW.name, NEW.version) = (OLD.bucket_id, OLD.name, OLD.version) then
      return null;
    end if;
    raise unique_violation using constraint = 'file_inspections_pkey';
  end if;
  select p.id into v_sender from public.profiles p
  where p.user_id = case when NEW.owner_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then NEW.owner_id::uuid end;
  v_sender := coalesce(v_sender, private.my_profile_id());
  -- Storage checks the policies before it receives the content, with the length that the request declares.
  v_size := coalesce((NEW.metadata ->> 'size')::bigint, (NEW.metadata ->> 'contentLength')::bigint, 0);
  perform private.require_size(NEW.metadata ->> 'mimetype', v_size);
  if v_sender is not null then
    perform private.limit_uploads(v_sender, v_size);
  end if;
  insert into private.file_inspections (bucket_id, name, version, claimed_type, sender_id, size)
  values (NEW.bucket_id, NEW.name, coalesce(NEW.version, ''), coalesce(NEW.metadata ->> 'mimetype', ''), v_sender,
    v_size);
  perform pg_notify('due_work', '');
  return null;
end;
$$;
comment on function private.follow_file is 'Trigger: queues each new file for inspection; a name is used once.';
create trigger follow_file after insert or delete or update of bucket_id, name, version on storage.objects
  for each row execute function private.follow_file();

-- Queues -------------------------------------------------------------------------------------
-- A claim is valid for a limited time. Work that is not reported as done is handed out again, later
-- with each attempt, so a worker never has to return it.
create function private.file_retry(attempts int) returns interval
language sql stable security definer set search_path = '' as $$
  select make_interval(mins => least(
    private.setting('file_retry_first') * 2 ^ attempts, private.setting('file_retry_most'))::int)
$$;
comment on function private.file_retry is 'The time until the next attempt.';

create function private.claim_file_inspections(batch int, at timestamptz default now())
returns table (bucket_id text, name text, version text, claimed_type text)
language sql security definer set search_path = '' as $$
  -- Materialized, because a plan that evaluates this query again for each row would find further files.
  with due as materialized (
    select d.bucket_id, d.name from private.file_inspections d
    where d.status = 'waiting' and d.due_at <= at
    order by d.due_at
    limit least(greatest(batch, 1), 100)
    for update skip locked
  )
  update private.file_inspections i
  set attempts = least(i.attempts + 1, 1000), due_at = at + private.file_retry(i.attempts)
  from due
  where i.bucket_id = due.bucket_id and i.name = due.name
  returning i.bucket_id, i.name, i.version, i.claimed_type
$$;

create function public.claim_file_inspections(batch int default 20)
returns table (bucket_id text, name text, version text, claimed_type text)
language sql security invoker set search_path = '' as $$
  select * from private.claim_file_inspections(batch)
$$;
comment on function public.claim_file_inspections is 'Service role: files to inspect now. Record a verdict about each.';

create function private.reject_file(file private.file_inspections) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_name text := storage.filename(file.name);
  v_is_too_large constant boolean := file.found_type is not distinct from 'too_many_pixels';
  v_other uuid;
begin
  insert into private.file_removals (bucket_id, name, reason) values (file.bucket_id, file.name, 'rejected')
  on conflict on constraint file_removals_once do nothing;
  select case file.sender_id when c.member_a then c.member_b else c.member_a end into v_other
  from public.conversations c where file.bucket_id = 'attachments' and c.id::text = split_part(file.name, '/', 1);
  perform private.notify(file.sender_id, case when v_is_too_large then 'picture_too_large' else 'file_removed' end,
    jsonb_build_object('file_name', v_name, 'bucket', file.bucket_id, 'other_id', v_other));
end;
$$;
comment on function private.reject_file is 'Queues a file for removal and notifies its sender.';

create function private.record_file_inspection(
  bucket_id text, name text, version text, found_type text, is_fine boolean, sha256 text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_file private.file_inspections;
begin
  update private.file_inspections i set
    status = case when is_fine then 'fine' else 'rejected' end,
    found_type = left(record_file_inspection.found_type, 200),
    sha256 = record_file_inspection.sha256
  where i.bucket_id = record_file_inspection.bucket_id and i.name = record_file_inspection.name
    and i.version = record_file_inspection.version and i.status = 'waiting'
  returning * into v_file;
  if v_file.status = 'rejected' then
    perform private.reject_file(v_file);
  end if;
end;
$$;

create function public.record_file_inspection(
  bucket_id text, name text, version text, found_type text, is_fine boolean, sha256 text default null
) returns void
language sql security invoker set search_path = '' as $$
  select private.record_file_inspection(bucket_id, name, version, found_type, is_fine, sha256)
$$;
comment on function public.record_file_inspection is
  'Service role: the verdict about a file''s content, and the SHA-256 of it; repeated verdicts and verdicts about other bytes are ignored.';

create function private.claim_file_removals(batch int, at timestamptz default now())
returns table (id bigint, bucket_id text, name text)
language sql security definer set search_path = '' as $$
  with due as materialized (
    select d.id from private.file_removals d
    where d.due_at <= at and not (d.reason = 'account_deleted' and exists (
      select from private.file_inspections i
      where i.bucket_id = d.bucket_id and i.name = d.name and i.sent_at is not null))
    order by d.due_at
    limit least(greatest(batch, 1), 100)
    for update skip locked
  )
  update private.file_removals r
  set attempts = least(r.attempts + 1, 1000), due_at = at + private.file_retry(r.attempts)
  from due
  where r.id = due.id
  returning r.id, r.bucket_id, r.name
$$;

create function public.claim_file_removals(batch int default 50)
returns table (id bigint, bucket_id text, name text)
language sql security invoker set search_path = '' as $$
  select * from private.claim_file_removals(batch)
$$;
comment on function public.claim_file_removals is 'Service role: files that Storage has to remove now; those that a former member sent stay. Mark each one removed.';

create function private.mark_file_removed(id bigint) returns void
language sql security definer set search_path = '' as $$
  with removed as (
    delete from private.file_removals r where r.id = mark_file_removed.id returning r.*
  )
  delete from private.file_inspections i using removed r
  where r.reason = 'account_deleted' and i.bucket_id = r.bucket_id and i.name = r.name and i.sent_at is null
$$;

create function public.mark_file_removed(id bigint) returns void
language sql security invoker set search_path = '' as $$
  select private.mark_file_removed(id)
$$;
comment on function public.mark_file_removed is 'Service role: the file is removed. The row of a file that a former member never sent is deleted.';
grant execute on function
  private.claim_file_inspections, private.record_file_inspection, private.claim_file_removals,
  private.mark_file_removed, public.claim_file_inspections, public.record_file_inspection,
  public.claim_file_removals, public.mark_file_removed to service_role;

-- Verdicts for members -----------------------------------------------------------------------
-- `readable`: paths that the caller can read for another reason.
create function private.file_verdicts(paths text[], readable text[]) returns table (path text, status text, sha256 text)
language sql stable security definer set search_path = '' as $$
  select i.name, i.status, i.sha256 from private.file_inspections i
  where i.bucket_id in ('attachments', 'avatars') and i.name = any (paths[1:200])
    and (i.sender_id = (select private.my_profile_id()) or i.name = any (readable)
      or (i.sent_at is not null and private.is_my_conversation(split_part(i.name, '/', 1)))
      or private.is_evidence_i_review(i.name))
$$;
create function public.file_verdicts(paths text[]) returns table (path text, status text, sha256 text)
language sql stable security invoker set search_path = '' as $$
  select private.require_plain(to_jsonb(paths));
  -- The campaigns of the brands that the paths name are read once, not for each path.
  select * from private.file_verdicts(paths, array(
    select f ->> 'path' from public.campaigns c cross join jsonb_array_elements(c.files) as f
    where c.brand_id = any (array(select case when p ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/' then left(p, 36)::uuid end from unnest(paths[1:200]) as p))
      and f ->> 'path' = any (paths[1:200])))
$$;
comment on function public.file_verdicts is
  'Whether files of the caller, and files sent to them or of campaigns, have the claimed type: waiting, fine, rejected or removed; and the SHA-256 of their content. '
  'Show only those that are fine; offer the others as a download.';
grant execute on function private.file_verdicts, public.file_verdicts to authenticated;

-- Pictures of profiles and packs -----------------------------------------------------------
create function private.require_checked_pictures(paths text[]) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_statuses constant text[] := array(
    select coalesce(i.status, 'unknown')
    from unnest(paths) as path left join private.file_inspections i on i.bucket_id = 'avatars' and i.name = path
    where path is not null);
begin
  if 'rejected' = any (v_statuses) then
    raise exception 'file_rejected' using errcode = 'PT409';
  elsif 'fine' <> any (v_statuses) then
    raise exception 'file_not_checked' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_checked_pictures is 'Rejects a picture whose content was not checked, which includes a picture that does not exist.';

-- The triggers run after the row is written, when constraints have rejected paths outside of the member's folder.
create function private.check_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_checked_pictures(array(
    select path from unnest(private.pictures_of(NEW.works) || NEW.profile_image) as path
    where path <> all (private.pictures_of(OLD.works) || coalesce(OLD.profile_image, ''))));
  return null;
end;
$$;
comment on function private.check_picture is 'Trigger: rejects a new picture of a profile that was not checked.';
create trigger profiles_check_picture after update of profile_image, works on public.profiles
  for each row when (current_user = 'authenticated'
    and (NEW.profile_image, NEW.works) is distinct from (OLD.profile_image, OLD.works))
  execute function private.check_picture();

create function private.check_pack_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if NEW.picture is distinct from OLD.picture then
    perform private.require_checked_pictures(array[NEW.picture]);
  end if;
  return null;
end;
$$;
create trigger packs_check_picture after insert or update of picture on public.packs
  for each row when (current_user = 'authenticated') execute function private.check_pack_picture();

-- Deleted accounts ---------------------------------------------------------------------------
-- Files that were sent belong to the other side, too, who may need them in an appeal or a chargeback.
create function private.remove_files_of(profile_id uuid) returns void
language sql security definer set search_path = '' as $$
  insert into private.file_removals (bucket_id, name, reason)
  select i.bucket_id, i.name, 'account_deleted' from private.file_inspections i
  where i.status in ('waiting', 'fine') and (
    (i.bucket_id = 'avatars' and starts_with(i.name, remove_files_of.profile_id || '/'))
    or (i.bucket_id = 'attachments' and i.sender_id = remove_files_of.profile_id and i.sent_at is null))
  on conflict on constraint file_removals_once do nothing
$$;
comment on function private.remove_files_of is 'Queues the files of a member who deletes the account for removal, except those that they sent.';

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('uploads_per_day', 200, 'count', 'Files that a member may upload in a day.', 1, 10000),
  ('upload_mebibytes_per_day', 1000, 'count', 'Mebibytes that a member may upload in a day.', 25, 100000),
  ('file_retry_first', 1, 'minutes', 'Wait after the first attempt to inspect or remove a file; it doubles with each further one.', 1, 1440),
  ('file_retry_most', 360, 'minutes', 'The longest wait between two attempts at a file.', 1, 1440)
on conflict (key) do nothing;
