-- The languages that creators work in become a closed list. The client offered no others, but a
-- row could hold any two letters; such a row takes English, so that the new check holds.
create function private.work_languages() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['en', 'es', 'pt', 'fr', 'de', 'it', 'nl', 'pl', 'cs', 'tr', 'ru', 'uk', 'ar', 'hi', 'id', 'vi', 'th',
    'zh', 'ja', 'ko']
$$;

update public.profiles set language = 'en' where language <> all (private.work_languages());
update public.saved_searches set filters = filters || '{"language": "en"}'
where filters ->> 'language' <> all (array_append(private.work_languages(), ''));
update public.campaigns set filters = filters || '{"language": "en"}'
where filters ->> 'language' <> all (array_append(private.work_languages(), ''));
