insert into storage.objects (bucket_id, name) values ('avatars', gen_random_uuid() || '/face.png');
select throws_ok('delete from storage.objects', '42501',
  'Direct deletion from storage tables is not allowed. Use the Storage API instead.', 'a row of a file cannot be deleted past Storage');
select throws_ok('delete from storage.buckets', '42501',
  'Direct deletion from storage tables is not allowed. Use the Storage API instead.', 'a row of a bucket cannot be deleted past Storage');
select set_config('storage.allow_delete_query', 'true', true);
select lives_ok('delete from storage.objects', 'the Storage server deletes rows of files');
