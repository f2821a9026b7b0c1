-- cast: ann kol
select plan(9);
delete from public.notifications;
insert into public.notifications (user_id, type, title, message, created_at)
select tests.user_id(tests.id('ann')), 'order_update', n::text, 'y', now() - n * interval '1 minute' from generate_series(1, 501) as n;
select tests.act_as(tests.id('ann'));
create temporary table pages as select page, public.export_my_data(page) as content from generate_series(1, 2) as page;
select is((select array_agg(jsonb_array_length(content -> 'notifications') order by page) from pages), '{500,1}', 'a page of an export has at most 500 rows of a table');
select is((select array_agg(content -> 'more' order by page) from pages), array['true', 'false']::jsonb[], 'a page of an export tells that another one follows');
select is((select count(distinct n ->> 'title')::int from pages, jsonb_array_elements(content -> 'notifications') as n), 501, 'the pages of an export have every row once');
select is((select array_agg(content ? 'account' order by page) from pages), '{t,f}', 'the account is on the first page of an export');
select throws_ok($$ select public.export_my_data(0) $$, 'PT422', 'export_page_unknown', 'an export has no page 0');
select throws_ok($$ select public.export_my_data(null) $$, 'PT422', 'export_page_unknown', 'an export has no page without a number');
select tests.act_as_owner();
delete from private.rate_limits;
update private.settings set value = case key when 'exports_per_day' then 1 else 2 end where key in ('exports_per_day', 'export_pages_per_day');
select tests.allowed('ann', 'select public.export_my_data(), public.export_my_data(2), public.export_my_data(3)', 'a member exports within the limits of a day');
select tests.refused('ann', 'select public.export_my_data(), public.export_my_data()', 'PT429', 'rate_limited', 'a member begins no export beyond the limit of a day');
delete from private.rate_limits;
select tests.refused('ann', 'select public.export_my_data(2), public.export_my_data(3), public.export_my_data(4)', 'PT429', 'rate_limited', 'a member exports no page beyond the limit of a day');
