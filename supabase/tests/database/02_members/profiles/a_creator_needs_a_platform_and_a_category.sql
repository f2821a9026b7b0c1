select tests.sign_up('ann@kolpact.test');
create function pg_temp.is_onboarded(platforms text[], categories text[]) returns boolean language sql as $$
  update public.profiles p set role = 'kol', display_name = 'Ann', language = 'en', platforms = is_onboarded.platforms,
    categories = is_onboarded.categories
  returning p.onboarded_at is not null
$$;
select is(pg_temp.is_onboarded('{}', '{}'), false, 'neither');
select is(pg_temp.is_onboarded('{x}', '{}'), false, 'no category');
select is(pg_temp.is_onboarded('{}', '{defi}'), false, 'no platform');
select is(pg_temp.is_onboarded('{x}', '{defi}'), true, 'one of each');
