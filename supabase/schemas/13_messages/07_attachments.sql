-- The storage buckets with their limits of size and type, and who can read and write their files.

-- A file name is used once (13_messages/08_file_checks), so nobody can replace a file that a message, a delivery, a
-- statement or a decision of staff refers to.

-- Blocked members may upload until their paid work ends.
create function private.may_upload(folder text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_may_transact constant boolean := private.can_transact(private.my_profile_id()) is true;
begin
  if folder = private.my_profile_id()::text then
    return v_may_transact and private.my_role() = 'brand';
  end if;
  if not private.is_my_conversation(folder) then
    return false;
  end if;
  return exists (
    select from public.conversations c
    where c.id = folder::uuid
      and (v_may_transact and private.can_receive(c) or private.have_paid_work(c.member_a, c.member_b))
  );
end;
$$;
comment on function private.may_upload is 'Whether the caller may add files to the conversation that a text names, or as a brand to its own folder. Neither a block nor a suspension prevents files for paid work.';
grant execute on function private.may_upload to authenticated;

create function private.is_evidence_i_review(name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_wanted constant jsonb := jsonb_build_array(jsonb_build_object('path', name));
  v_quoted constant jsonb := jsonb_build_array(jsonb_build_object('file_url', name));
begin
  return private.is_staff() and (private.is_reported_file(name) or exists (
    select from private.order_readers r
    join public.pack_orders o on o.id = r.order_id
    join public.order_statuses s using (status)
    where r.profile_id = private.my_profile_id() and r.order_id in (select private.orders_read_by_me()) and case
        when s.phase = 'disputed' then r.instance in ('first', 'appeal')
        when r.instance = 'order' then private.was_charged_back(o.id)
        else r.instance = 'closed' end
      and (o.brief_files @> v_wanted
      or exists (select from public.dispute_statements d
        where d.order_id = r.order_id and (d.files @> v_wanted or d.messages @> v_quoted))
      or exists (select from public.order_deliveries d where d.order_id = r.order_id and d.files @> v_wanted))
  ));
end;
$$;
comment on function private.is_evidence_i_review is 'True for a file of a case that the caller has opened as staff: a dispute, a chargeback or an open report.';
grant execute on function private.is_evidence_i_review to authenticated;

-- The policies ask for an open session, instead of a trigger as on the tables that members write: Storage would answer its error with 500.
grant execute on function private.session_is_open to authenticated;
-- Storage checks size and type of plain and of resumable uploads only. Copies, moves, signed upload links and
-- the S3 protocol bypass these checks, so each policy lists the operations that it allows. Of a resumable upload
-- Storage asks the policy when it is created and again for each part.
-- `attachments/<conversation>/<uuid>/<file name>`: each member of the conversation adds files and reads
-- their own, and those that the other one has sent. Nothing is replaced or removed, because messages
-- may refer to it. `attachments/<brand>/<uuid>/<file name>`: a brand adds and reads files for its campaigns,
-- and whoever reads a campaign reads those that it lists. Staff read the files of a dispute once they have
-- opened its case. Nobody may create a signed URL: it would be valid for anybody, for as long as its creator
-- chooses. Nobody lists files either: that would evaluate all of these conditions for each file of the market.
create policy attachments_select on storage.objects for select to authenticated
  using (bucket_id = 'attachments'
    and coalesce((select storage.operation()), '') !~ 'sign|list'
    and ((storage.foldername(name))[1] = (select private.my_profile_id())::text
      or (private.is_my_conversation((storage.foldername(name))[1])
        and (owner_id = (select private.my_user_id())::text or private.was_sent(name)))
      or private.is_campaign_file(name)
      or private.is_evidence_i_review(name)));
-- Names are plain, because a program that reads a URL may decode other characters to another name.
create policy attachments_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'attachments'
    and not (select private.in_maintenance())
    and (select private.session_is_open())
    and (select storage.operation()) in ('storage.object.upload', 'storage.tus.upload.create', 'storage.tus.upload.part')
    and name ~ '^[0-9a-f-]{36}/[A-Za-z0-9_-]{1,64}/[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$'
    and private.may_upload((storage.foldername(name))[1]));

-- `avatars/<profile>/<file name>`: public; each member adds and removes their own, a suspended one adds
-- none. A new picture has a new name, so that it changes the profile, which staff review.
create policy avatars_select on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select private.my_profile_id())::text);
create policy avatars_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars'
    and not (select private.in_maintenance())
    and (select private.session_is_open())
    and (select private.is_member())
    and (select storage.operation()) = 'storage.object.upload'
    and name ~ '^[0-9a-f-]{36}/[A-Za-z0-9_-][A-Za-z0-9._-]{0,160}$'
    and (storage.foldername(name))[1] = (select private.my_profile_id())::text);
create policy avatars_delete on storage.objects for delete to authenticated
  using (bucket_id = 'avatars'
    and not (select private.in_maintenance())
    and (select private.session_is_open())
    and (select storage.operation()) in ('storage.object.delete', 'storage.object.delete_many')
    and (storage.foldername(name))[1] = (select private.my_profile_id())::text);

-- Buckets --------------------------------------------------------------------------------
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('attachments', 'attachments', false, private.video_max_bytes(), private.attachment_types()),
  ('avatars', 'avatars', true, private.picture_max_bytes(), private.picture_types())
on conflict (id) do nothing;

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('video_mebibytes', 200, 'count', 'The largest video of a message or delivery, in mebibytes. Storage has to allow it too.',
    25, private.video_max_bytes() / 1024 / 1024, true)
on conflict (key) do nothing;
