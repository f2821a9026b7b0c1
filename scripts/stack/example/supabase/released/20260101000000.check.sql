-- Rows of the upgraded database that are wrong.
select user_id, bio, pinned from public.profiles where pinned is distinct from (bio is not null)
union all
select null, 'a member is missing', null where (select count(*) from public.profiles) <> 2;
