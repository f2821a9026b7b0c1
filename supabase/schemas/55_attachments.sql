-- The storage buckets with their limits of size and type, and who can read and write their files.

-- A queued removal (56_file_checks) identifies a file by its name: if another file took the name before
-- the removal is reported, it would be removed instead, or counted as removed and kept. In PL/pgSQL,
-- because the queue is created later.
create function private.awaits_removal(bucket_id text, name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.file_removals r
    where r.bucket_id = awaits_removal.bucket_id and r.name = awaits_removal.name
  );
end;
$$;
comment on function private.awaits_removal is 'True while Storage still has to remove the file of this name.';
grant execute on function private.awaits_removal to authenticated;

create function private.is_evidence_before_me(name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_wanted constant jsonb := jsonb_build_array(jsonb_build_object('path', name));
begin
  return private.is_staff() and exists (
    select from private.dispute_readers r
    join public.pack_orders o on o.id = r.order_id
    join public.order_statuses s using (status)
    where r.profile_id = private.my_profile_id() and s.phase = 'disputed' and (
      o.brief_files @> v_wanted
      or exists (select from public.dispute_statements d where d.order_id = r.order_id and d.files @> v_wanted)
      or exists (select from public.order_deliveries d where d.order_id = r.order_id and d.files @> v_wanted))
  );
end;
$$;
comment on function private.is_evidence_before_me is 'True for a file of an open dispute that the caller reads as staff.';
grant execute on function private.is_evidence_before_me to authenticated;

-- Storage checks size and type of a plain upload only. Copies, moves, signed upload links and the
-- S3 protocol bypass these checks, so each policy lists the operations that it allows.
-- `attachments/<conversation>/<uuid>/<file name>`: both members of the conversation read and add
-- files. Nothing is replaced or removed, because messages may refer to it. Staff read what a dispute
-- refers to once they have opened its file.
create policy attachments_select on storage.objects for select to authenticated
  using (bucket_id = 'attachments'
    and (private.is_my_conversation((storage.foldername(name))[1]) or private.is_evidence_before_me(name)));
create policy attachments_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'attachments'
    and (select storage.operation()) = 'storage.object.upload'
    and cardinality(storage.foldername(name)) = 2
    and (storage.foldername(name))[2] not in ('.', '..')
    and not private.awaits_removal(bucket_id, name)
    and private.may_talk((storage.foldername(name))[1]));

-- `avatars/<profile>/<file name>`: public; each member writes their own, a suspended one none. The
-- current picture cannot be overwritten: a new picture has to be a change of the profile, so that
-- staff verify the member again.
create policy avatars_select on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select private.my_profile_id())::text);
create policy avatars_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars'
    and (select private.is_member())
    and (select storage.operation()) in ('storage.object.upload', 'storage.object.upload_update')
    and name is distinct from (select private.my_picture())
    and not private.awaits_removal(bucket_id, name)
    and cardinality(storage.foldername(name)) = 1
    and (storage.foldername(name))[1] = (select private.my_profile_id())::text);
create policy avatars_update on storage.objects for update to authenticated
  using (bucket_id = 'avatars'
    and (select private.is_member())
    and (select storage.operation()) in ('storage.object.upload', 'storage.object.upload_update')
    and name is distinct from (select private.my_picture())
    and (storage.foldername(name))[1] = (select private.my_profile_id())::text)
  with check (bucket_id = 'avatars'
    and not private.awaits_removal(bucket_id, name)
    and cardinality(storage.foldername(name)) = 1
    and (storage.foldername(name))[1] = (select private.my_profile_id())::text);
create policy avatars_delete on storage.objects for delete to authenticated
  using (bucket_id = 'avatars'
    and (select storage.operation()) in ('storage.object.delete', 'storage.object.delete_many')
    and (storage.foldername(name))[1] = (select private.my_profile_id())::text);

-- Buckets --------------------------------------------------------------------------------
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('attachments', 'attachments', false, private.attachment_max_bytes(), private.attachment_types()),
  ('avatars', 'avatars', true, private.picture_max_bytes(), private.picture_types())
on conflict (id) do nothing;
