-- cast: bob brand, ann kol, ben kol
select plan(13);
update public.profiles set platforms = '{youtube}' where id = tests.id('ben');
select set_config('tests.dear', tests.make_pack(tests.id('ann'), 20000)::text, true);
select set_config('tests.usdc', tests.make_pack(tests.id('ann'), 5000000, 'USDC')::text, true);
select set_config('tests.others', tests.make_pack(tests.id('ben'), 500)::text, true);
select tests.act_as(tests.id('bob'));
insert into public.campaigns (title, body, budget_minor, filters, deadline) values
  ('Launch', 'Tell it.', 10000, '{"platforms": ["x"]}', now() + interval '7 days'), ('Draft', 'x', 500, '{}', now() + interval '1 day');
select public.publish_campaign(id) from public.campaigns where title = 'Launch';
select set_config('tests.open', id::text, true) from public.campaigns where title = 'Launch';
select set_config('tests.draft', id::text, true) from public.campaigns where title = 'Draft';
create function pg_temp.apply(campaign text, pack text default null, price bigint default null) returns void language sql as $$
  select public.apply_to_campaign(current_setting(campaign)::uuid, current_setting(pack)::uuid, price)
$$;
select tests.refused('ann', format('select pg_temp.apply(%s)', given), code, token, description) from (values
  ($$ 'tests.open' $$, 'PT422', 'pack_or_price', 'an application needs a pack or a price'),
  ($$ 'tests.open', 'tests.dear', 1 $$, 'PT422', 'pack_or_price', 'an application has a pack or a price, not both'),
  ($$ 'tests.open', 'tests.others' $$, 'PT409', 'pack_not_available', 'a creator cannot apply with the pack of another'),
  ($$ 'tests.open', 'tests.usdc' $$, 'PT422', 'currency_mismatch', 'a creator cannot apply in another currency'),
  ($$ 'tests.open', 'tests.dear' $$, 'PT422', 'over_budget', 'a creator cannot apply with a pack above the budget'),
  ($$ 'tests.open', price => 10001 $$, 'PT422', 'over_budget', 'a creator cannot apply one unit above the budget'),
  ($$ 'tests.open', price => 0 $$, '23514', null, 'a creator cannot apply with a price of zero'),
  ($$ 'tests.open', price => 499 $$, 'PT422', 'price_too_low', 'a creator cannot apply below the lowest price'),
  ($$ 'tests.draft', price => 1 $$, 'PT409', 'campaign_not_open', 'a creator cannot apply to a draft')
) as wrong (given, code, token, description);
select tests.refused('ann', 'select public.apply_to_campaign(gen_random_uuid(), price_minor => 1)', 'PT409', 'campaign_not_open',
  'a creator cannot apply to an unknown campaign');
select tests.refused('ben', $$ select pg_temp.apply('tests.open', price => 1) $$, 'PT403', 'campaign_not_for_you',
  'a creator cannot apply to a campaign that does not match');
insert into public.member_blocks values (tests.id('bob'), tests.id('ann'));
select tests.refused('ann', $$ select pg_temp.apply('tests.open', price => 1) $$, 'PT409', 'campaign_not_open', 'a blocked creator cannot apply');
delete from public.member_blocks;
update public.campaigns set created_at = now() - interval '1 day', deadline = now() where title = 'Launch';
select tests.refused('ann', $$ select pg_temp.apply('tests.open', price => 1000) $$, 'PT409', 'campaign_not_open', 'a creator cannot apply at the deadline');
