-- Faults that faults.detail.test.ts makes, all at once, because each changes another object: a statement, and the
-- expected finding of the doctor.

-- Functions
create or replace function private.is_own_case(profile_id uuid) returns boolean language sql stable security definer set search_path = '' as 'select false'; --> changed: function private.is_own_case(uuid)
alter function private.has_second_factor() security invoker; --> changed: function private.has_second_factor()
alter function private.require_staff() reset search_path; --> changed: function private.require_staff()
drop function public.has_password(); --> missing: function public.has_password() | missing: right to call public.has_password() of authenticated
create function public.backdoor(sql text) returns void language sql as 'select'; --> not of the repository: function public.backdoor(text)
alter function private.has_factor(uuid) owner to service_role; --> changed: owner of function private.has_factor(uuid)

-- Rights
revoke execute on function public.unread_count() from authenticated; --> missing: right to call public.unread_count() of authenticated
grant execute on function private.create_founding_invite(text) to anon; --> not of the repository: right to call private.create_founding_invite(text) of anon
grant execute on function private.secret(text) to public; --> not of the repository: right to call private.secret(text) of public
revoke select on public.currencies from anon; --> missing: right to select public.currencies of anon
grant select on private.settings to anon; --> not of the repository: right to select private.settings of anon
grant update (is_staff) on public.profiles to authenticated; --> not of the repository: right to update public.profiles.is_staff of authenticated
revoke update (title) on public.packs from authenticated; --> missing: right to update public.packs.title of authenticated
alter default privileges in schema public grant execute on functions to anon; --> not of the repository: default right to execute functions in schema public of anon
alter default privileges grant execute on functions to public; --> not of the repository: default right to execute functions of public
grant create on schema public to authenticated; --> not of the repository: right to create in schema public of authenticated

-- Row-level security
alter table public.messages disable row level security; --> changed: row level security of public.messages
alter policy messages_select on public.messages using (true); --> changed: policy messages_select on public.messages
drop policy packs_select on public.packs; --> missing: policy packs_select on public.packs
drop policy packs_all on public.packs; --> missing: policy packs_all on public.packs
create policy open on public.payouts for select using (true); --> not of the repository: policy open on public.payouts
drop policy attachments_insert on storage.objects; --> missing: policy attachments_insert on storage.objects

alter table public.reviews force row level security; --> changed: row level security of public.reviews
create rule quiet as on delete to public.member_blocks do instead nothing; --> not of the repository: rule quiet on public.member_blocks

-- Triggers
alter table public.payouts disable trigger payouts_final; --> changed: trigger payouts_final on public.payouts is on
drop trigger payments_not_deleted on public.payments; --> missing: trigger payments_not_deleted on public.payments
create trigger again before update on public.packs for each row execute function private.touch_updated_at(); --> not of the repository: trigger again on public.packs

-- Constraints and indexes
alter table public.packs drop constraint packs_price_positive; --> missing: constraint packs_price_positive on public.packs
alter table public.offers drop constraint offers_title_length, add constraint offers_title_length check (true); --> changed: constraint offers_title_length on public.offers
alter table private.staff_notes add constraint never check (true) not valid; --> not of the repository: constraint never on private.staff_notes
alter table public.payments drop constraint payments_order_id_fkey; --> missing: constraint payments_order_id_fkey on public.payments
drop index public.pack_orders_due; --> missing: index public.pack_orders_due
drop index public.payouts_refund_ref; create index payouts_refund_ref on public.payouts (provider_ref); --> changed: index public.payouts_refund_ref
create index slow on public.messages (content); --> not of the repository: index public.slow

-- Columns, tables and views
alter table public.profiles alter column is_approved set default true; --> changed: default of public.profiles.is_approved
alter table public.messages alter column is_read drop default; --> missing: default of public.messages.is_read
alter table public.packs alter column title drop not null; --> missing: not null of public.packs.title
alter table private.rate_limits alter column hits type bigint; --> changed: type of private.rate_limits.hits
alter table public.campaigns add column secret text not null default 'x'; --> not of the repository: column public.campaigns.secret
alter table public.reviews set (autovacuum_enabled = false); --> not of the repository: option autovacuum_enabled of public.reviews
alter table public.packs alter column title set statistics 10; --> changed: statistics of public.packs.title
alter table public.packs alter column description set storage external; --> changed: storage of public.packs.description
create type public.mood as enum ('good'); --> not of the repository: type public.mood
create schema backup; --> not of the repository: schema backup
create table public.copies (id uuid primary key); grant select on public.copies to anon; --> not of the repository: table public.copies
alter view public.market_terms reset (security_invoker); --> changed: view public.market_terms

-- Realtime, Storage, roles
alter publication supabase_realtime drop table public.messages; --> missing: publication supabase_realtime of public.messages
alter publication supabase_realtime add table public.payouts; --> not of the repository: publication supabase_realtime of public.payouts
alter table public.offers replica identity nothing; --> changed: replica identity of public.offers
update storage.buckets set public = true where id = 'attachments'; --> changed: row storage.buckets ["attachments"]
grant service_role to authenticated; --> not of the repository: role authenticated in service_role
alter role anon set statement_timeout = '10min'; --> changed: setting statement_timeout of role anon
alter role anon bypassrls; --> changed: role anon
alter role authenticator reset pgrst.db_pre_request; --> missing: setting pgrst.db_pre_request of role authenticator

-- Rows and jobs
update private.settings set is_public = true where key = 'two_staff_above'; --> changed: row private.settings ["two_staff_above"]
delete from private.settings where key = 'emails_kept'; --> missing: row private.settings ["emails_kept"]
delete from private.order_moves where from_status = 'delivered' and to_status = 'completed' and actor = 'brand'; --> missing: row private.order_moves ["delivered", "completed", "brand"]
update cron.job set active = false where jobname = 'kolpact-due-work'; --> changed: job kolpact-due-work
delete from cron.job where jobname = 'kolpact-prove-balances'; --> missing: job kolpact-prove-balances
insert into cron.job (jobname, schedule, command) values ('kolpact-old', '1 day', 'select 1'); --> not of the repository: job kolpact-old
