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
  ('new_member_conversations_per_day', 20, 'count', 'Conversations that a new member may open in 24 hours.'),
  ('saved_searches_per_member', 100, 'count', 'Saved searches that a member may keep.'),
  ('match_batch', 5000, 'count', 'Matches told by one run of the worker.'),
  ('email_attempts', 5, 'count', 'Attempts after which an e-mail is given up.'),
  ('email_backoff', 5, 'minutes', 'Wait after the first failed attempt; it doubles with each further one.'),
  ('email_digest_every', 24, 'hours', 'How long a digest collects.'),
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
