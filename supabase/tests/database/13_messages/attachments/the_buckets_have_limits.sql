select results_eq($$ select id, public, file_size_limit from storage.buckets where id in ('attachments', 'avatars') order by id $$,
  $$ values ('attachments', false, private.attachment_max_bytes()), ('avatars', true, private.picture_max_bytes()) $$, 'the buckets have their limits of size, and pictures alone are public');
select ok((select 'application/pdf' = any (allowed_mime_types) and not 'text/html' = any (allowed_mime_types)
  and not 'image/svg+xml' = any (allowed_mime_types) from storage.buckets where id = 'attachments'),
  'attachments have no type that runs in a browser');
