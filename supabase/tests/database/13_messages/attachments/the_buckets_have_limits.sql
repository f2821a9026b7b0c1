select results_eq($$ select id, public, file_size_limit from storage.buckets where id in ('attachments', 'avatars') order by id $$,
  $$ values ('attachments', false, private.video_max_bytes()), ('avatars', true, private.picture_max_bytes()) $$, 'the buckets have their limits of size, and pictures alone are public');
select is('application/pdf' = any (allowed_mime_types), id = 'attachments', 'the bucket ' || id || ' accepts documents only if it is attachments') from storage.buckets where id in ('attachments', 'avatars');
select ok(not allowed_mime_types && array['text/html', 'image/svg+xml', 'application/javascript', 'text/xml'], 'the bucket ' || id || ' accepts no type that runs in a browser')
from storage.buckets where id in ('attachments', 'avatars');
