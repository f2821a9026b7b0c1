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
