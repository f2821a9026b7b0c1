-- The storage buckets with their limits of size and type, and who can read and write their files.

-- Storage checks size and type of a plain upload only. Copies, moves, signed upload links and the
-- S3 protocol bypass these checks, so each policy lists the operations that it allows.
-- `attachments/<conversation>/<uuid>/<file name>`: both members of the conversation read and add
-- files. Nothing is replaced or removed, because messages may refer to it.
create policy attachments_select on storage.objects for select to authenticated
  using (bucket_id = 'attachments' and private.is_my_conversation((storage.foldername(name))[1]));
create policy attachments_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'attachments'
    and (select storage.operation()) = 'storage.object.upload'
    and cardinality(storage.foldername(name)) = 2
    and (storage.foldername(name))[2] not in ('.', '..')
    and private.may_talk((storage.foldername(name))[1]));

-- `avatars/<profile>/<file name>`: public; each member writes their own. The current picture cannot
-- be overwritten: a new picture has to be a change of the profile, so that staff verify the member
-- again.
create policy avatars_select on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select private.my_profile_id())::text);
create policy avatars_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars'
    and (select storage.operation()) in ('storage.object.upload', 'storage.object.upload_update')
    and name is distinct from (select private.my_picture())
    and cardinality(storage.foldername(name)) = 1
    and (storage.foldername(name))[1] = (select private.my_profile_id())::text);
create policy avatars_update on storage.objects for update to authenticated
  using (bucket_id = 'avatars'
    and (select storage.operation()) in ('storage.object.upload', 'storage.object.upload_update')
    and name is distinct from (select private.my_picture())
    and (storage.foldername(name))[1] = (select private.my_profile_id())::text)
  with check (bucket_id = 'avatars'
    and cardinality(storage.foldername(name)) = 1
    and (storage.foldername(name))[1] = (select private.my_profile_id())::text);
create policy avatars_delete on storage.objects for delete to authenticated
  using (bucket_id = 'avatars'
    and (select storage.operation()) in ('storage.object.delete', 'storage.object.delete_many')
    and (storage.foldername(name))[1] = (select private.my_profile_id())::text);

-- Buckets --------------------------------------------------------------------------------
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('attachments', 'attachments', false, 25 * 1024 * 1024, private.attachment_types()),
  ('avatars', 'avatars', true, 5 * 1024 * 1024, private.picture_types())
on conflict (id) do nothing;
