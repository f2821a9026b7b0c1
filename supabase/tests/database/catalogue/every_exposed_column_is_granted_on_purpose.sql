begin;
select plan(3);
-- What a client may do to which columns; row-level security then says to which rows. Whoever
-- changes a grant changes this table with it, and says why in the commit.
create temporary table intended (relation text, role text, privilege text, columns text);
-- Members choose the words of each list.
create function pg_temp.and_lists(columns text) returns text language sql as $$
  select string_agg(name, ' ' order by name) from (
    select string_to_table(columns, ' ') union all select json_object_keys(private.member_lists())
  ) as c (name)
$$;
insert into intended values
  ('balances', 'authenticated', 'select', '*'),
  ('brief_templates', 'authenticated', 'delete', '*'),
  ('brief_templates', 'authenticated', 'insert', 'brand_id donts dos goal id links message name'),
  ('brief_templates', 'authenticated', 'select', '*'),
  ('brief_templates', 'authenticated', 'update', 'donts dos goal links message name'),
  ('campaign_applications', 'authenticated', 'select', '*'),
  ('campaigns', 'authenticated', 'delete', '*'),
  ('campaigns', 'authenticated', 'insert', 'body brand_id budget_minor currency deadline filters id title'),
  ('campaigns', 'authenticated', 'select', '*'),
  ('campaigns', 'authenticated', 'update', 'body budget_minor currency deadline filters title'),
  ('chargebacks', 'authenticated', 'select', '*'),
  ('conversation_participants', 'authenticated', 'select', '*'),
  ('conversations', 'authenticated', 'select', '*'),
  ('currencies', 'anon', 'select', '*'),
  ('currencies', 'authenticated', 'select', '*'),
  ('dispute_statements', 'authenticated', 'select', '*'),
  ('email_preferences', 'authenticated', 'delete', '*'),
  ('email_preferences', 'authenticated', 'insert', '*'),
  ('email_preferences', 'authenticated', 'select', '*'),
  ('email_preferences', 'authenticated', 'update', '*'),
  ('holds', 'authenticated', 'select', '*'),
  ('invites', 'authenticated', 'select', '*'),
  ('ledger_lines', 'authenticated', 'select', '*'),
  ('market_terms', 'anon', 'select', '*'),
  ('market_terms', 'authenticated', 'select', '*'),
  ('member_blocks', 'authenticated', 'select', '*'),
  ('members', 'authenticated', 'select', '*'),
  ('message_reports', 'authenticated', 'select', '*'),
  ('messages', 'authenticated', 'insert', 'content conversation_id file_name file_size file_type file_url id order_id receiver_id sender_id'),
  ('messages', 'authenticated', 'select', '*'),
  ('messages', 'authenticated', 'update', 'is_read'),
  ('notifications', 'authenticated', 'select', '*'),
  ('notifications', 'authenticated', 'update', 'read'),
  ('offers', 'authenticated', 'select', '*'),
  ('order_deliveries', 'authenticated', 'select', '*'),
  ('order_milestones', 'authenticated', 'select', '*'),
  ('order_tips', 'authenticated', 'select', '*'),
  ('order_events', 'authenticated', 'select', '*'),
  ('order_statuses', 'authenticated', 'select', '*'),
  ('pack_orders', 'authenticated', 'select', '*'),
  ('packs', 'authenticated', 'insert', 'currency deliverables delivery_days description disclosure id is_published kol_id needs_draft platform price_minor revisions stay_up_days title usage_rights'),
  ('packs', 'authenticated', 'select', '*'),
  ('packs', 'authenticated', 'update', 'currency deliverables delivery_days description disclosure is_published needs_draft platform price_minor revisions stay_up_days title usage_rights'),
  ('payments', 'authenticated', 'select', '*'),
  ('payouts', 'authenticated', 'select', '*'),
  ('precedents', 'authenticated', 'select', '*'),
  ('profiles', 'authenticated', 'select', '*'),
  ('profiles', 'authenticated', 'update', pg_temp.and_lists('bio display_name expertise follower_counts language locale profile_image role')),
  ('referrals', 'authenticated', 'select', '*'),
  ('reviews', 'authenticated', 'select', '*'),
  ('rulings', 'authenticated', 'select', '*'),
  ('saved_searches', 'authenticated', 'delete', '*'),
  ('saved_searches', 'authenticated', 'insert', 'filters id name profile_id'),
  ('saved_searches', 'authenticated', 'select', '*'),
  ('saved_searches', 'authenticated', 'update', 'filters name'),
  ('shortlist', 'authenticated', 'delete', '*'),
  ('shortlist', 'authenticated', 'insert', 'brand_id creator_id note'),
  ('shortlist', 'authenticated', 'select', '*'),
  ('shortlist', 'authenticated', 'update', 'note'),
  ('settlement_proposals', 'authenticated', 'select', '*'),
  ('solvency', 'anon', 'select', '*'),
  ('solvency', 'authenticated', 'select', '*'),
  ('staff_audit', 'authenticated', 'select', '*'),
  ('staff_proposals', 'authenticated', 'select', '*'),
  ('suspensions', 'authenticated', 'select', '*'),
  ('wallet_lots', 'authenticated', 'select', '*'),
  ('private.accounts', 'authenticated', 'select', '*'),
  ('private.chargebacks', 'authenticated', 'select', '*'),
  ('private.entries', 'authenticated', 'select', '*'),
  ('private.holds', 'authenticated', 'select', '*'),
  ('private.transfers', 'authenticated', 'select', '*'),
  ('private.wallet_lots', 'authenticated', 'select', '*');
create temporary view granted as
with exposed as (
  select c.oid, c.relacl from pg_class c
  where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p', 'v', 'm')
), found as (
  select e.oid, a.grantee, lower(a.privilege_type) as privilege, '*' as columns
  from exposed e, aclexplode(e.relacl) as a
  union all
  select e.oid, a.grantee, lower(a.privilege_type), string_agg(t.attname::text, ' ' order by t.attname)
  from exposed e join pg_attribute t on t.attrelid = e.oid, aclexplode(t.attacl) as a
  group by e.oid, a.grantee, lower(a.privilege_type)
)
select f.oid::regclass::text as relation,
  case when f.grantee = 0 then 'public' else f.grantee::regrole::text end as role, f.privilege, f.columns
from found f;
select is_empty($$
  select * from granted where role in ('public', 'anon', 'authenticated') except select * from intended
$$, 'nothing is open that is not meant to be');
select is_empty($$
  select * from intended except select * from granted
$$, 'nothing is closed that is meant to be open');
select is_empty($$
  select * from granted where role not in ('postgres', 'public', 'anon', 'authenticated')
    and (role, privilege) is distinct from ('service_role', 'select')
$$, 'the service role reads, and acts through functions like everybody');
select * from finish();
rollback;
