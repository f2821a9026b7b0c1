-- Makes a year of trade: ten times :size: messages, notifications, orders with events, transfers with two entries each, and
-- audit rows. In a market of any size, a brand has fifty conversations and five hundred rows of each kind; the first brand is
-- Bea. Triggers are off. Two parallel sessions continue with growth-talk and growth-orders.
set session_replication_role = replica;
create schema growth;

create unlogged table growth.brands as
select n, case n when 1 then tests.id('bea') else md5('brand' || n)::uuid end as id,
  case n when 1 then tests.user_id(tests.id('bea')) else md5('user' || n)::uuid end as user_id
from generate_series(1, greatest(:size: / 50, 10)) as n;
insert into private.accounts (owner_id, kind, currency, balance_minor) select id, 'wallet', 'USD', 500 from growth.brands
on conflict on constraint accounts_key do update set balance_minor = 500;

create unlogged table growth.pairs as
select c, md5('growth' || c)::uuid as id, md5('creator' || c)::uuid as kol_id, b.id as brand_id, b.user_id, a.id as wallet_id
from generate_series(1, :size:) as c join growth.brands b on b.n = 1 + c % greatest(:size: / 50, 10)
join private.accounts a on a.owner_id = b.id and a.kind = 'wallet' and a.currency = 'USD';
alter table growth.pairs add primary key (c);
-- The rows to write: ten for each pair of a brand and a creator, oldest first.
create unlogged table growth.rows as
select k, p.*, md5('growth ' || k || ' ' || c)::uuid as row_id, (k - 1) * :size: + c as n,
  now() - ((k - 1)::bigint * :size: + c) * (interval '365 days' / (10 * :size:)) as at
from generate_series(10, 1, -1) as k cross join lateral (select * from growth.pairs order by c desc offset 0) as p;
analyze growth.rows;

-- Each account has sign-ins from two networks; one in ten has attempts with wrong passwords.
create unlogged table growth.logins as
select n, md5('login' || n)::uuid as id from generate_series(1, :size:) as n;
insert into auth.users (id, aud, role, email, email_confirmed_at, created_at)
select id, 'authenticated', 'authenticated', 'login' || n || '@kolpact.test', now(), now() from growth.logins;
insert into auth.sessions (id, user_id, ip, created_at, updated_at)
select gen_random_uuid(), id, '192.0.2.1', now(), now() from growth.logins;
insert into private.sign_in_networks (user_id, proof, network, seen_at)
select id, 'password', decode(md5(n || place), 'hex'), now() from growth.logins, unnest(array['home', 'work']) as place;
insert into private.sign_in_failures (user_id, proof, network, failures, since)
select id, 'password', '', 3, now() from growth.logins where n % 10 = 0;
reset session_replication_role;
