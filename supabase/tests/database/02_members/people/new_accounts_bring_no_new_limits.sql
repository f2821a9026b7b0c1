select tests.make_member('kol' || n) from generate_series(1, 30) as n;
select tests.make_member('root', 'brand');
select tests.make_member('other', 'brand');
create function pg_temp.invite(name text, inviter text, role text default 'brand') returns text language plpgsql as $$
begin
  perform tests.make_member(name, role, true, (select referral_code from public.profiles where id = tests.id(inviter)));
  return 'signed up';
exception when sqlstate 'PT422' then
  return sqlerrm;
end;
$$;
create function pg_temp.writes(name text, first int, last int) returns text language plpgsql as $$
begin
  perform tests.act_as(tests.id(name));
  for n in first..last loop
    perform public.get_or_create_conversation(tests.id('kol' || n));
  end loop;
  perform tests.act_as_owner();
  return 'written';
exception when sqlstate 'PT429' then
  perform tests.act_as_owner();
  return sqlerrm;
end;
$$;
create function pg_temp.publish(name text) returns text language plpgsql as $$
begin
  insert into public.campaigns (brand_id, title, body, budget_minor, deadline) values (tests.id(name), 'Launch', 'Brief.', 1000, current_date + 9);
  perform tests.act_as(tests.id(name));
  perform public.publish_campaign(c.id) from public.campaigns c where c.brand_id = tests.id(name) and c.status = 'draft';
  perform tests.act_as_owner();
  return 'published';
exception when sqlstate 'PT409' then
  perform tests.act_as_owner();
  return sqlerrm;
end;
$$;
-- A tree of invites
select is(pg_temp.invite('child', 'root'), 'signed up', 'a new member invites a friend');
select is(pg_temp.invite('grandchild', 'child'), 'signed up', 'who invites another');
select is(private.limits_of(tests.id('grandchild')), tests.id('root'), 'their limits are those of the first');
select set_eq($$ select private.sharing_limits(tests.id('child')) $$,
  $$ select tests.id(name) from unnest(array['root', 'child', 'grandchild']) as name $$, 'for all of them');
select is(pg_temp.writes('root', 1, 8) || pg_temp.writes('child', 9, 16) || pg_temp.writes('grandchild', 17, 20), 'writtenwrittenwritten',
  'together they write to as many as one new member');
select is(pg_temp.writes('child', 21, 21), 'rate_limited', 'and to no more');
select is(pg_temp.writes('other', 21, 21), 'written', 'other members do');
select is(pg_temp.publish('root') || pg_temp.publish('child') || pg_temp.publish('grandchild'), 'publishedpublishedpublished', 'together they publish the campaigns of one brand');
select is(pg_temp.publish('child'), 'campaigns_need_payment', 'and no more');
select is(pg_temp.publish('other'), 'published', 'others do');
update private.settings set value = 2 where key = 'saved_search_changes_per_hour';
create function pg_temp.search(name text) returns text language plpgsql as $$
begin
  perform tests.act_as(tests.id(name));
  insert into public.saved_searches (name, filters) values ('All', '{}');
  perform tests.act_as_owner();
  return 'saved';
exception when sqlstate 'PT429' then
  perform tests.act_as_owner();
  return sqlerrm;
end;
$$;
select is(pg_temp.search('root') || pg_temp.search('child'), 'savedsaved', 'every other limit');
select is(pg_temp.search('grandchild'), 'rate_limited', 'is shared as well');
select is(pg_temp.search('other'), 'saved', 'and by nobody else');
-- As many accounts as twelve
select is((select string_agg(pg_temp.invite('friend' || n, 'root'), ' ') from generate_series(1, 4) as n), 'signed up signed up signed up signed up', 'invites reach');
select is((select string_agg(pg_temp.invite('pal' || n, 'friend1'), ' ') from generate_series(1, 5) as n), 'signed up signed up signed up signed up signed up', 'from generation to generation');
select is(pg_temp.invite('pal6', 'friend2'), 'invite_invalid', 'for twelve accounts without an order');
select is((public.check_invite((select referral_code from public.profiles where id = tests.id('friend2')))).valid, false, 'the preview says so');
-- Until an order is completed
select tests.make_order(tests.id('friend2'), tests.id('kol1'), 'completed');
select is(private.limits_of(tests.id('friend2')), tests.id('friend2'), 'whoever completes an order has limits of their own');
select is(pg_temp.invite('pal6', 'friend2'), 'signed up', 'and invites');
select is(private.limits_of(tests.id('pal6')), tests.id('pal6'), 'whoever comes by them begins anew');
-- Leaving and coming back
select tests.make_member('gone', 'brand');
select pg_temp.writes('gone', 1, 20), pg_temp.publish('gone'), pg_temp.publish('gone'), pg_temp.publish('gone');
update public.profiles set created_at = now() - interval '1 minute' where id = tests.id('gone');
delete from auth.users where id = tests.user_id(tests.id('gone'));
select tests.make_member('gone+2', 'brand');
select is(pg_temp.writes('gone+2', 21, 21), 'rate_limited', 'whoever leaves and comes back has used the limits up');
select is(pg_temp.publish('gone+2'), 'campaigns_need_payment', 'of campaigns, too');
