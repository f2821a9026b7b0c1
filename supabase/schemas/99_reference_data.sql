-- Rows that the product cannot work without. Written so that it may run on any database at any
-- time: what staff changed since is kept.

insert into public.currencies (code, name, decimals) values
  ('USD', 'US dollar', 2),
  ('USDC', 'USD Coin', 6)
on conflict (code) do nothing;

insert into private.settings (key, value, unit, meaning) values
  ('payment_window', 24, 'hours', 'An order that is not paid by then expires.')
on conflict (key) do nothing;

-- Identity (10_profiles, 15_invites)
insert into private.settings (key, value, unit, meaning) values
  ('invite_quota', 5, 'count', 'Invites that a new member may give.'),
  ('invite_quota_step', 3, 'count', 'Invites gained by each completed order.'),
  ('invite_quota_most', 20, 'count', 'Invites that a member may have at a time.'),
  ('check_invite_limit', 30, 'count', 'Invite codes that one address may ask about in a minute.'),
  ('normal_after', 3, 'count', 'Completed orders after which a new member counts as normal.'),
  ('trusted_after', 10, 'count', 'Completed orders after which a member counts as trusted.')
on conflict (key) do nothing;

-- Discovery and communication (50_messages … 80_campaigns)
insert into private.settings (key, value, unit, meaning) values
  ('new_member_conversations_per_day', 20, 'count', 'Conversations that a new member may open in a day.'),
  ('saved_searches_per_member', 100, 'count', 'Saved searches that a member may keep.'),
  ('search_steps', 50000, 'count', 'The most creators that a search looks at in order before it gathers those who satisfy it.'),
  ('match_batch', 5000, 'count', 'Matches told by one run of the worker.'),
  ('email_attempts', 5, 'count', 'Attempts after which an e-mail is given up.'),
  ('email_backoff', 5, 'minutes', 'Wait after the first failed attempt; it doubles with each further one.'),
  ('email_digest_every', 24, 'hours', 'How long a digest collects.'),
  ('campaign_revisions', 2, 'count', 'Revisions of an order that was agreed in a campaign without a pack.'),
  ('campaign_batch', 5000, 'count', 'Creators told of campaigns by one run of the worker.')
on conflict (key) do nothing;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('attachments', 'attachments', false, 25 * 1024 * 1024, array[
    'image/png', 'image/jpeg', 'image/webp', 'image/gif', 'video/mp4', 'video/quicktime', 'video/webm',
    'audio/mpeg', 'audio/mp4', 'audio/ogg', 'application/pdf', 'application/zip', 'text/plain', 'text/csv',
    'text/markdown', 'application/json',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation']),
  ('avatars', 'avatars', true, 5 * 1024 * 1024, array['image/png', 'image/jpeg', 'image/webp', 'image/gif'])
on conflict (id) do nothing;

-- Money and orders (30_ledger … 45_reviews)
insert into private.settings (key, value, unit, meaning) values
  ('creator_fee', 10, 'percent', 'Our share of the price, paid by the creator.'),
  ('buyer_fee', 0, 'percent', 'What a brand pays on top of the price.'),
  ('acceptance_window', 72, 'hours', 'A paid order that the creator has not answered by then expires.'),
  ('late_cancellation', 24, 'hours', 'How late the work must be for the brand to cancel alone.'),
  ('review_window', 72, 'hours', 'Silence of the brand for this long after a delivery accepts it.'),
  ('review_extension', 96, 'hours', 'What the brand may add to the review, once.'),
  ('review_reminder_first', 24, 'hours', 'After a delivery, when the brand is reminded.'),
  ('review_reminder_second', 60, 'hours', 'After a delivery, when the brand is reminded again.'),
  ('hold_new', 14, 'days', 'How long the earnings of a new member are on hold.'),
  ('hold_normal', 7, 'days', 'How long the earnings of a normal member are on hold.'),
  ('hold_trusted', 3, 'days', 'How long the earnings of a trusted member are on hold.'),
  ('referral_reward', 10, 'percent', 'The inviter''s share of our fees on the first order of who they invited.'),
  ('referral_reward_most', 100, 'units', 'The most that one referral can bring, in whole units of the currency.'),
  ('rating_window', 14, 'days', 'How long after its end an order can be reviewed; then all reviews show.'),
  ('rating_least_price', 10, 'units', 'Reviews of orders below this price do not count, in whole units of the currency.'),
  ('due_work_batch', 500, 'count', 'Orders, holds and reviews that one run of the due work takes of each kind.')
on conflict (key) do nothing;

insert into private.order_moves (from_status, to_status, actor) values
  ('pending_payment', 'funded', 'provider'),
  ('pending_payment', 'funded', 'brand'), -- out of the wallet
  ('pending_payment', 'expired', 'clock'),
  ('funded', 'in_progress', 'creator'),
  ('funded', 'declined', 'creator'),
  ('funded', 'cancelled', 'brand'),
  ('funded', 'expired', 'clock'),
  ('in_progress', 'delivered', 'creator'),
  ('in_progress', 'cancelled', 'both'),
  ('in_progress', 'cancelled', 'brand'), -- when the work is late
  ('in_progress', 'disputed', 'brand'),
  ('in_progress', 'disputed', 'creator'),
  ('delivered', 'in_revision', 'brand'),
  ('delivered', 'completed', 'brand'),
  ('delivered', 'completed', 'clock'),
  ('delivered', 'disputed', 'brand'),
  ('delivered', 'disputed', 'creator'),
  ('in_revision', 'delivered', 'creator'),
  ('in_revision', 'disputed', 'brand'),
  ('in_revision', 'disputed', 'creator'),
  ('disputed', 'settled', 'both'),
  ('disputed', 'settled', 'staff'),
  -- The provider took the payment back.
  ('funded', 'cancelled', 'provider'),
  ('in_progress', 'cancelled', 'provider'),
  ('delivered', 'cancelled', 'provider'),
  ('in_revision', 'cancelled', 'provider'),
  ('disputed', 'cancelled', 'provider')
on conflict do nothing;

-- The scheduler of hosted projects; the local stack calls run_due_work by itself (98_due_work).
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_cron') then
    create extension if not exists pg_cron;
    perform cron.schedule('kolpact-due-work', '5 seconds', 'select private.run_due_work()');
  end if;
end;
$$;

-- To count what nobody asks the planner about would take longer than everything else it counts.
-- Stands here because a diff of schemas does not carry it.
alter index private.creators_by_grams_and_keys alter column 1 set statistics 0;
-- An earlier release asked for more.
alter table private.creators alter column haystack set statistics default, alter column keys set statistics default;
