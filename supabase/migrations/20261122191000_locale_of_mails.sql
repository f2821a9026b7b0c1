-- Members who chose a language before this release get the mails of Auth in it, too.
update auth.users u
set raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}') || jsonb_build_object('locale', split_part(p.locale, '-', 1))
from public.profiles p
where p.user_id = u.id and p.locale <> 'en';
