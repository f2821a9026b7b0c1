-- cast: ann kol, ben kol, bob brand, cyd brand
select plan(13);
select tests.make_pack(tests.id(name)) from unnest(array['ann', 'ben']) as name;
insert into public.campaigns (brand_id, title, body, budget_minor, deadline, status, published_at)
select tests.id(name), name || ' ' || status, 'Text', 100000, now() + interval '7 days', status, case status when 'open' then now() end
from unnest(array['bob', 'cyd']) as name, unnest(array['draft', 'open', 'closed']) as status;
insert into public.campaign_applications (campaign_id, brand_id, kol_id, title, price_minor, currency, delivery_days, revisions, status)
select c.id, c.brand_id, tests.id(name), name, 10000, 'USD', 3, 2, case c.status when 'closed' then 'declined' else 'sent' end
from public.campaigns c, unnest(array['ann', 'ben']) as name where c.title in ('cyd open', 'cyd closed');
insert into public.invites (code, issuer_id, created_at, expires_at)
select 'INVITE-' || upper(name) || '-' || n, tests.id(name), now() - made, now() + over
from unnest(array['ann', 'ben']) as name, (values (1, interval '1 day', null::interval), (2, '1 day', '1 day'),
  (3, '1 day', '-1 hour'), (4, '0', null)) as i (n, made, over);
insert into public.saved_searches (profile_id, name) select tests.id(name), name from unnest(array['ann', 'ben']) as name;
insert into public.email_preferences (profile_id, type, mode) select tests.id(name), 'order_update', 'off' from unnest(array['ann', 'ben']) as name;
insert into public.member_blocks (blocker_id, blocked_id) values (tests.id('ann'), tests.id('bob')), (tests.id('bob'), tests.id('ann'));
select tests.put_order(tests.id('bob'), tests.id('ann'), status)
from unnest(array['completed', 'settled', 'declined', 'cancelled', 'expired']) as status;
select tests.put_order(tests.id('cyd'), tests.id('ben'), 'funded');
insert into public.conversations (member_a, member_b, opened_by)
select least(tests.id(brand), tests.id(kol)), greatest(tests.id(brand), tests.id(kol)), tests.id(brand)
from unnest(array['bob', 'cyd']) as brand, unnest(array['ann', 'ben']) as kol;
insert into public.offers (conversation_id, brand_id, kol_id, author_id, title, scope, price_minor, fee_minor, currency, delivery_days, revisions,
  idempotency_key, expires_at, status)
select c.id, tests.id(brand), tests.id(kol), tests.id(brand), concat_ws(' ', brand, kol, status), 'One thread.', 10000, 1000, 'USD', 3, 2,
  gen_random_uuid(), now() + interval '7 days', status
from unnest(array['bob', 'cyd']) as brand, unnest(array['ann', 'ben']) as kol, unnest(array['sent', 'declined']) as status,
  public.conversations c
where c.member_a = least(tests.id(brand), tests.id(kol)) and c.member_b = greatest(tests.id(brand), tests.id(kol));

delete from auth.users where id in (select tests.user_id(tests.id(name)) from unnest(array['ann', 'bob']) as name);
select set_eq($$ select display_name from public.profiles p join tests.people t on t.profile_id = p.id where p.deleted_at is null $$,
  array['Ben', 'Cyd'], 'two members with ended orders delete their accounts, two stay');
select results_eq($$ select k.kol_id, k.is_published from public.packs k order by 2 $$,
  $$ values (tests.id('ben'), true) $$, 'a pack that nobody ordered is deleted with its creator, and no other is');
select results_eq('select title, status from public.campaigns order by title',
  $$ values ('bob closed', 'closed'), ('bob open', 'closed'), ('cyd closed', 'closed'), ('cyd draft', 'draft'), ('cyd open', 'open') $$,
  'the campaigns of a former brand are closed, and its drafts removed');
select results_eq($$ select a.title, c.title, a.status from public.campaign_applications a join public.campaigns c on c.id = a.campaign_id order by 1, 2 $$,
  $$ values ('ann', 'cyd closed', 'declined'), ('ann', 'cyd open', 'withdrawn'), ('ben', 'cyd closed', 'declined'), ('ben', 'cyd open', 'sent') $$,
  'an open application of a former creator is withdrawn');
select results_eq('select title, status from public.offers order by title',
  $$ values ('bob ann declined', 'declined'), ('bob ann sent', 'expired'), ('bob ben declined', 'declined'), ('bob ben sent', 'expired'),
    ('cyd ann declined', 'declined'), ('cyd ann sent', 'expired'), ('cyd ben declined', 'declined'), ('cyd ben sent', 'sent') $$,
  'open offers from and to former members expire');
select results_eq($$ select right(code, 1), expires_at - now() from public.invites where code like 'INVITE-ANN%' order by 1 $$,
  $$ values ('1', interval '0'), ('2', '0'), ('3', '-1 hour'), ('4', '1 microsecond') $$, 'the invites of a former member end');
select results_eq($$ select right(code, 1), expires_at - now() from public.invites where code like 'INVITE-BEN%' order by 1 $$,
  $$ values ('1', null), ('2', interval '1 day'), ('3', '-1 hour'), ('4', null) $$, 'the invites of others stay');
select results_eq('select name from public.saved_searches', array['ben'], 'the saved searches of a former member are removed');
select results_eq('select profile_id from public.email_preferences', array[tests.id('ben')], 'the e-mail preferences of a former member are removed');
select is_empty('select from public.member_blocks', 'the blocks by and of a former member are removed');
select results_eq($$ select invites_left from public.profiles p join tests.people t on t.profile_id = p.id order by t.name $$,
  array[5, 5, 5, 5], 'the unused invites of a former member stay, in case that member returns');
select throws_ok(format('delete from auth.users where id = %L', tests.user_id(tests.id(name))), 'PT409', 'account_has_open_orders', name || ' with an open order cannot be deleted')
from unnest(array['ben', 'cyd']) as name;
