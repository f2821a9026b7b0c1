-- Files: who may reach what is in the buckets, and the buckets themselves with their limits of
-- size and type.

-- The Storage server checks size and type of a plain upload only. A copy, a move, a signed
-- upload link and the S3 protocol go around both, so each policy names what it allows.
-- `attachments/<conversation>/<uuid>/<file name>`: both members of the conversation read and
-- add. Nothing is replaced or removed: a message may point at it.
create policy attachments_select on storage.objects for select to authenticated
  using (bucket_id = 'attachments' and private.is_my_conversation((storage.foldername(name))[1]));
create policy attachments_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'attachments'
    and (select storage.operation()) = 'storage.object.upload'
    and cardinality(storage.foldername(name)) = 2
    and (storage.foldername(name))[2] not in ('.', '..')
    and private.may_talk((storage.foldername(name))[1]));

-- `avatars/<profile>/<file name>`: everybody sees them, each member keeps their own. The picture
-- in use is not written over: another picture is a change of the profile, by which a verified
-- member is looked at again.
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
