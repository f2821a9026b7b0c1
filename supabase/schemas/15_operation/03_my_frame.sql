-- The frame of every page: one request for the member, the counters and the notifications that are shown around the content.
create function public.my_frame() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'profile', (select to_jsonb(p) from public.profiles p where p.user_id = (select private.my_user_id())),
    'can_trade', public.can_buy_or_sell_own_gig(),
    'unread_messages', public.unread_count(),
    'unread_notifications', (
      select count(*) from public.notifications n where n.user_id = (select private.my_user_id()) and not n.read),
    'notifications', (
      select coalesce(jsonb_agg(to_jsonb(newest) order by newest.created_at desc, newest.id desc), '[]') from (
        select n.* from public.notifications n where n.user_id = (select private.my_user_id())
        order by n.created_at desc, n.id desc limit 20) as newest))
$$;
comment on function public.my_frame is
  'The caller''s profile, canBuyOrSellOwnGig (can_trade), how many messages and notifications are unread, and the newest 20 notifications. The profile is null until the code of a second factor is given.';
grant execute on function public.my_frame to authenticated;
