-- Attachments of a brief, a delivery or evidence: addresses of pages, and descriptions of files in
-- Storage.

create function private.require_links(links text[]) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if not private.are_web_addresses(links) then
    raise exception 'delivery_link_invalid' using errcode = 'PT422';
  end if;
end;
$$;
comment on function private.require_links is 'Rejects links that are no addresses of pages.';

-- The limit is far above the size of twenty files. A longer list is not read: its table rejects it.
create function private.is_short_list(files jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select pg_column_size(files) <= 100000
    and case when jsonb_typeof(files) = 'array' then jsonb_array_length(files) <= 20 else false end
$$;
comment on function private.is_short_list is 'True for a list of files that is small enough to be read.';
grant execute on function private.is_short_list to authenticated;

create function private.delivery_files_are_valid(files jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  if files = '[]' then
    return true;
  end if;
  return case when private.is_short_list(files) then not exists (
    select from jsonb_array_elements(files) as file
    where case when jsonb_typeof(file) <> 'object' then true else
      file - array['path', 'name', 'type', 'size'] <> '{}'
      or jsonb_typeof(file -> 'path') is distinct from 'string'
      or length(file ->> 'path') not between 1 and 500
      or jsonb_typeof(file -> 'name') <> 'string'
      or length(file ->> 'name') not between 1 and 255
      or not private.shows_all_characters(file ->> 'name')
      or jsonb_typeof(file -> 'type') <> 'string'
      or length(file ->> 'type') > 255
      or file ->> 'type' ~ '[[:cntrl:]]'
      or jsonb_typeof(file -> 'size') <> 'number'
      or file ->> 'size' !~ '^[0-9]{1,12}$' end
  ) else false end;
end;
$$;
comment on function private.delivery_files_are_valid is
  'True for a list of objects with a path and optionally name, type and size, and no other keys.';
grant execute on function private.delivery_files_are_valid to authenticated;

create function private.paths_of(files jsonb) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(select distinct file ->> 'path'
    from jsonb_array_elements(case when private.is_short_list(files) then files else '[]' end) as file order by 1);
end;
$$;
comment on function private.paths_of is 'The paths of a list of files, each once, sorted; null for an element without one.';

-- Reads type and size from Storage: otherwise a sender could call a text of ten bytes a film. The name is chosen by the sender; a file
-- without a name gets the name of its path, because a file without a name is not shown.
create function private.stored_files(files jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if files = '[]' or private.is_short_list(files) is not true then
    return files;
  end if;
  return (
    select jsonb_agg(case when jsonb_typeof(f.file) = 'object' then
      jsonb_build_object('name', storage.filename(f.file ->> 'path')) || f.file - array['type', 'size'] || jsonb_strip_nulls(jsonb_build_object(
      'type', o.metadata ->> 'mimetype', 'size', (o.metadata ->> 'size')::bigint)) else f.file end order by f.position)
    from jsonb_array_elements(files) with ordinality as f (file, position)
    left join storage.objects o on o.bucket_id = 'attachments' and o.name = f.file ->> 'path');
end;
$$;
comment on function private.stored_files is 'A list of files with the type and the size that Storage has, whatever its sender says, and a name for each.';

-- Files ----------------------------------------------------------------------------------
-- A row outlives its file. It keeps the hash of the content, and the name, which no other file can use:
-- otherwise either side could replace a delivery or evidence.
create table private.file_inspections (
  bucket_id text not null,
  name text not null,
  -- The version in Storage, which changes with the content.
  version text not null,
  claimed_type text not null,
  sender_id uuid references public.profiles (id),
  size bigint not null default 0,
  sha256 text,
  -- The time at which a message, brief, delivery, statement or published campaign first referred to the file.
  sent_at timestamptz,
  status text not null default 'waiting',
  found_type text,
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (bucket_id, name),
  constraint file_inspections_attempts_within_bounds check (attempts between 0 and 1000),
  constraint file_inspections_size_within_bounds check (size between 0 and 1000000000000),
  constraint file_inspections_status_known check (status in ('waiting', 'fine', 'rejected', 'removed'))
);
comment on table private.file_inspections is 'One row per name of a file that was ever used: whether its content has the claimed type, and its hash. No foreign key: the files belong to Storage.';
create index file_inspections_due on private.file_inspections (due_at) where status = 'waiting';
create index file_inspections_sender on private.file_inspections (sender_id, created_at);
alter table private.file_inspections enable row level security;

create table private.file_removals (
  id bigint generated always as identity primary key,
  bucket_id text not null,
  name text not null,
  reason text not null,
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint file_removals_attempts_within_bounds check (attempts between 0 and 1000),
  constraint file_removals_once unique (bucket_id, name),
  constraint file_removals_reason_known check (reason in ('rejected', 'account_deleted'))
);
comment on table private.file_removals is 'Files that Storage still has to remove; a row is deleted when that is done.';
create index file_removals_due on private.file_removals (due_at);
alter table private.file_removals enable row level security;

create function private.was_sent(name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.file_inspections i
    where i.bucket_id = 'attachments' and i.name = was_sent.name and i.sent_at is not null and i.status <> 'rejected'
  );
end;
$$;
comment on function private.was_sent is 'True once a message, a brief, a delivery, a statement or a published campaign refers to the file, unless it was rejected.';
grant execute on function private.was_sent to authenticated;

-- Files are stored under the conversation of the two sides, those of campaigns under their brand. Their
-- sender alone reads them until they are sent: from then on the other side reads them too, and they outlive
-- the sender's account. Work and campaigns count only once their files are checked, because a rejected file
-- is removed.
create function private.send_files(
  sender_id uuid, receiver_id uuid, paths text[], is_work boolean default false
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_statuses text[];
begin
  if cardinality(paths) = 0 then
    return;
  end if;
  with sent as (
    update private.file_inspections i set sent_at = coalesce(i.sent_at, now())
    where i.bucket_id = 'attachments' and i.name = any (paths) and i.status <> 'removed'
      and i.sender_id = send_files.sender_id and starts_with(i.name, case when receiver_id is null then send_files.sender_id else (
        select c.id from public.conversations c
        where c.member_a = least(send_files.sender_id, receiver_id)
          and c.member_b = greatest(send_files.sender_id, receiver_id)) end || '/')
    returning i.status
  )
  select array_agg(sent.status) into v_statuses from sent;
  if cardinality(v_statuses) is distinct from cardinality(paths) then
    raise exception 'file_unknown' using errcode = 'PT422';
  end if;
  if 'rejected' = any (v_statuses) then
    raise exception 'file_rejected' using errcode = 'PT409';
  end if;
  if is_work and 'waiting' = any (v_statuses) then
    raise exception 'file_not_checked' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.send_files is
  'Makes files readable for the other side of a conversation, or, without a receiver, for the readers of a campaign. Rejects files that the sender did not upload there, and files that a check rejected.';
