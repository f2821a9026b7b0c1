-- cast: ann kol, ben kol, bob brand
select plan(55);
-- Sets that limit to one and makes the session that of the member: the first act passes, the second is refused.
create function pg_temp.limit_to_one(setting text, who text) returns void language plpgsql as $$
begin
  perform tests.act_as_owner();
  delete from private.rate_limits;
  update private.settings set value = case key when setting then 1 else 1000 end
  where key = setting or key ~ '_per_(minute|hour|day)$';
  perform tests.act_as(tests.id(who));
end;
$$;
create function pg_temp.refused(act text, what text) returns text language sql as $$
  select throws_ok(act, 'PT429', 'rate_limited', what)
$$;
create function pg_temp.order_of(kol text) returns uuid language sql as $$ select current_setting('tests.order_' || kol)::uuid $$;

-- Tests the limits of conversations.
select pg_temp.limit_to_one('conversations_per_day', 'bob');
select lives_ok($$ select public.get_or_create_conversation(tests.id('ann')) $$, 'a member opens a conversation within the limit of a day');
select pg_temp.refused($$ select public.get_or_create_conversation(tests.id('ben')) $$, 'a member opens no conversation beyond the limit of a day');
select pg_temp.limit_to_one('none', 'bob');
select public.get_or_create_conversation(tests.id('ben'));
create function pg_temp.write(receiver text) returns void language sql as $$
  insert into public.messages (conversation_id, content) values (public.get_or_create_conversation(tests.id(receiver)), 'Hi')
$$;
create function pg_temp.message(n int) returns uuid language sql as $$
  select id from public.messages where receiver_id = tests.id('ann') order by created_at, id offset n - 1 limit 1
$$;
select pg_temp.limit_to_one('messages_to_one_per_minute', 'bob');
select lives_ok($$ select pg_temp.write('ann') $$, 'a member sends another a message within the limit of a minute');
select pg_temp.refused($$ select pg_temp.write('ann') $$, 'a member sends another no message beyond the limit of a minute');
select lives_ok($$ select pg_temp.write('ben') $$, 'the limit of a minute to one member allows messages to others');
select pg_temp.limit_to_one('messages_to_one_per_hour', 'bob');
select lives_ok($$ select pg_temp.write('ann') $$, 'a member sends another a message within the limit of an hour');
select pg_temp.refused($$ select pg_temp.write('ann') $$, 'a member sends another no message beyond the limit of an hour');
select pg_temp.limit_to_one('messages_per_minute', 'bob');
select lives_ok($$ select pg_temp.write('ann') $$, 'a member sends a message within the total limit of a minute');
select pg_temp.refused($$ select pg_temp.write('ben') $$, 'a member sends no message beyond the total limit of a minute');
select pg_temp.limit_to_one('messages_per_hour', 'bob');
select lives_ok($$ select pg_temp.write('ann') $$, 'a member sends a message within the total limit of an hour');
select pg_temp.refused($$ select pg_temp.write('ben') $$, 'a member sends no message beyond the total limit of an hour');
select pg_temp.limit_to_one('reports_per_day', 'ann');
select lives_ok($$ select public.report_message(pg_temp.message(1), 'Rude') from generate_series(1, 2) $$, 'a repeated report counts once');
select pg_temp.refused($$ select public.report_message(pg_temp.message(2), 'Rude') $$, 'a member reports no message beyond the limit of a day');

-- Saves company data, to test its limits.
create function pg_temp.save(country text, number text, town text default 'Town') returns void language sql as $$
  select public.save_company('Bob Ltd', 'Way 1', '10115', town, country, number)
$$;
select pg_temp.limit_to_one('vat_numbers_per_day', 'bob');
select lives_ok($$ select pg_temp.save('DE', 'DE123456789'), pg_temp.save('DE', 'DE123456789', 'City'), pg_temp.save('US', '12345678') $$,
  'a member saves company data whose number is not looked up, or no new one, as often as they wish');
select pg_temp.refused($$ select pg_temp.save('FR', 'FRAB123456789') $$, 'a member has no VAT number looked up beyond the limit of a day');

-- Makes an offer to that creator, to test the limits of offers.
create function pg_temp.offer(reader text) returns uuid language sql as $$
  select (public.make_offer(public.get_or_create_conversation(tests.id(reader)), 'A thread', 'One.', 5000, 'USD', 5, 1, gen_random_uuid())).id
$$;
select pg_temp.limit_to_one('offers_to_one_per_day', 'bob');
select lives_ok($$ select pg_temp.offer('ann') $$, 'a member makes another an offer within the limit of a day');
select pg_temp.refused($$ select pg_temp.offer('ann') $$, 'a member makes another no offer beyond the limit of a day');
select lives_ok($$ select pg_temp.offer('ben') $$, 'the limit of offers to one member allows offers to others');
select pg_temp.limit_to_one('offers_per_hour', 'bob');
select lives_ok($$ select pg_temp.offer('ann') $$, 'a member makes an offer within the limit of an hour');
select pg_temp.refused($$ select pg_temp.offer('ben') $$, 'a member makes no offer beyond the limit of an hour');
select pg_temp.limit_to_one('offer_withdrawals_per_day', 'bob');
select lives_ok($$ select public.withdraw_offer(id) from (select id from public.offers where kol_id = tests.id('ben')) o $$, 'a member withdraws an offer within the limit of a day');
select pg_temp.refused($$ select public.withdraw_offer(id) from (select id from public.offers where kol_id = tests.id('ann')) o $$, 'a member withdraws no offer beyond the limit of a day');
select pg_temp.limit_to_one('offer_answers_per_hour', 'ann');
select lives_ok($$ select public.decline_offer(id) from (select id from public.offers where status = 'sent' order by id limit 1) o $$, 'a member declines an offer within the limit of an hour');
select pg_temp.refused($$ select public.decline_offer(id) from (select id from public.offers where status = 'sent' order by id limit 1) o $$, 'a member declines no offer beyond the limit of an hour');

-- Tests the limits of orders.
select pg_temp.limit_to_one('none', 'bob');
select tests.act_as_owner();
select set_config('tests.order_ann', tests.make_order(tests.id('bob'), tests.id('ann'), 'delivered')::text, true);
select set_config('tests.order_ben', tests.make_order(tests.id('bob'), tests.id('ben'), 'delivered')::text, true);
select pg_temp.limit_to_one('none', 'bob');
select tests.act_as_owner();
select set_config('tests.paid_' || kol, tests.make_order(tests.id('bob'), tests.id(kol), 'funded')::text, true) from unnest('{ann,ben}'::text[]) as kol;
select pg_temp.limit_to_one('cancellations_per_day', 'bob');
select lives_ok($$ select public.cancel_order(current_setting('tests.paid_ann')::uuid, 'Sorry') $$, 'a brand cancels an order within the limit of a day');
select pg_temp.refused($$ select public.cancel_order(current_setting('tests.paid_ben')::uuid, 'Sorry') $$, 'a brand cancels no order of anybody beyond the limit of a day');
select pg_temp.limit_to_one('revisions_per_hour', 'bob');
select lives_ok($$ select public.request_revision(pg_temp.order_of('ann'), 'Shorter') $$, 'a brand asks for a revision within the limit of an hour');
select pg_temp.refused($$ select public.request_revision(pg_temp.order_of('ben'), 'Shorter') $$, 'a brand asks for no revision beyond the limit of an hour');
select pg_temp.limit_to_one('order_moves_per_hour', 'ann');
select lives_ok($$ select public.deliver_order(pg_temp.order_of('ann'), 'Again', '{https://example.com}') $$, 'a creator moves an order within the limit of an hour');
select pg_temp.refused($$ select public.open_dispute(pg_temp.order_of('ann'), 'No') $$, 'a creator makes no move of any kind beyond the limit of an hour');
select tests.make_order(tests.id('bob'), tests.id('ann'), 'pending_payment');
select pg_temp.limit_to_one('order_moves_per_hour', 'bob');
select public.edit_brief(tests.order_id(), 'Shorter.');
select pg_temp.refused($$ select public.edit_brief(tests.order_id(), 'Shorter still.') $$, 'a brand replaces no brief beyond the limit of an hour');
select pg_temp.limit_to_one('disputes_per_day', 'bob');
select lives_ok($$ select public.open_dispute(pg_temp.order_of('ann'), 'No') $$, 'a brand opens a dispute within the limit of a day');
select pg_temp.refused($$ select public.open_dispute(pg_temp.order_of('ben'), 'No') $$, 'a brand opens no dispute beyond the limit of a day');
select pg_temp.limit_to_one('none', 'bob');
select tests.act_as_owner();
select set_config('tests.order_ann', tests.make_order(tests.id('bob'), tests.id('ann'), 'completed')::text, true);
select set_config('tests.order_ben', tests.make_order(tests.id('bob'), tests.id('ben'), 'completed')::text, true);
select pg_temp.limit_to_one('reviews_per_day', 'bob');
select lives_ok($$ select public.review_order(pg_temp.order_of('ann'), 5, '') $$, 'a brand reviews an order within the limit of a day');
select pg_temp.refused($$ select public.review_order(pg_temp.order_of('ben'), 5, '') $$, 'a brand reviews no order beyond the limit of a day');
select pg_temp.limit_to_one('showings_per_day', 'bob');
select lives_ok($$ select public.allow_to_show_work(pg_temp.order_of('ann')) $$, 'a brand allows a work to be shown within the limit of a day');
select pg_temp.refused($$ select public.allow_to_show_work(pg_temp.order_of('ben')) $$, 'a brand allows no work to be shown beyond the limit of a day');

-- Tests the limits of campaigns.
select tests.act_as_owner();
insert into public.campaigns (brand_id, title, body, budget_minor, deadline)
select tests.id('bob'), 'Campaign ' || n, 'Brief.', 1000, now() + interval '9 days' from generate_series(1, 3) n;
create function pg_temp.campaign(n int) returns uuid language sql as $$ select id from public.campaigns where title = 'Campaign ' || n $$;
create function pg_temp.apply(n int) returns void language sql as $$ select public.apply_to_campaign(pg_temp.campaign(n), price_minor => 500) $$;
create function pg_temp.withdraw(n int) returns void language sql as $$
  select public.withdraw_application(id) from public.campaign_applications where campaign_id = pg_temp.campaign(n)
$$;
create function pg_temp.decline(kol text) returns void language sql as $$
  select public.decline_application(id) from public.campaign_applications
  where campaign_id = pg_temp.campaign(1) and kol_id = tests.id(kol)
$$;
select pg_temp.limit_to_one('campaigns_per_day', 'bob');
select lives_ok($$ select public.publish_campaign(pg_temp.campaign(1)) $$, 'a brand publishes a campaign within the limit of a day');
select pg_temp.refused($$ select public.publish_campaign(pg_temp.campaign(2)) $$, 'a brand publishes no campaign beyond the limit of a day');
select pg_temp.limit_to_one('none', 'bob');
select public.publish_campaign(pg_temp.campaign(2));
create function pg_temp.invite(n int, kol text) returns void language sql as $$ select public.invite_to_campaign(pg_temp.campaign(n), tests.id(kol)) $$;
insert into public.shortlist (creator_id) values (tests.id('ann')), (tests.id('ben'));
select pg_temp.limit_to_one('campaign_invitations_to_one_per_day', 'bob');
select lives_ok($$ select pg_temp.invite(1, 'ann') $$, 'a brand invites a creator within the limit of a day');
select pg_temp.refused($$ select pg_temp.invite(2, 'ann') $$, 'a brand invites one creator to no more campaigns than the limit of a day');
select pg_temp.limit_to_one('campaign_invitations_per_day', 'bob');
select lives_ok($$ select pg_temp.invite(2, 'ann') $$, 'a brand invites creators within the limit of a day');
select pg_temp.refused($$ select pg_temp.invite(2, 'ben') $$, 'a brand invites no creator beyond the limit of a day');
select pg_temp.limit_to_one('applications_per_hour', 'ann');
select lives_ok($$ select pg_temp.apply(1) $$, 'a creator applies within the limit of an hour');
select pg_temp.refused($$ select pg_temp.apply(2) $$, 'a creator does not apply beyond the limit of an hour');
select pg_temp.limit_to_one('applications_to_one_per_day', 'ann');
select pg_temp.withdraw(1);
select lives_ok($$ select pg_temp.apply(1) $$, 'a creator applies to a brand within the limit of a day');
select pg_temp.withdraw(1);
select pg_temp.refused($$ select pg_temp.apply(1) $$, 'a creator does not apply to a brand beyond the limit of a day');
select pg_temp.limit_to_one('withdrawals_per_day', 'ann');
select pg_temp.apply(1);
select pg_temp.withdraw(1);
select pg_temp.apply(1);
select pg_temp.refused($$ select pg_temp.withdraw(1) $$, 'a creator withdraws no application beyond the limit of a day');
select pg_temp.limit_to_one('application_answers_per_hour', 'bob');
select lives_ok($$ select pg_temp.decline('ann') $$, 'a brand answers an application within the limit of an hour');
select tests.by('ben', $$ select pg_temp.apply(1) $$);
select tests.act_as(tests.id('bob'));
select pg_temp.refused($$ select pg_temp.decline('ben') $$, 'a brand answers no application beyond the limit of an hour');

-- Tests the limits of profiles, packs and saved searches, whose changes notify others.
select pg_temp.limit_to_one('saved_search_changes_per_hour', 'bob');
insert into public.saved_searches (name) values ('One');
select pg_temp.refused($$ update public.saved_searches set name = 'Two' $$, 'a member changes no saved search beyond the limit of an hour');
select pg_temp.limit_to_one('packs_published_per_day', 'ann');
insert into public.packs (kol_id, title, price_minor, delivery_days, is_published) values (tests.id('ann'), 'Another', 10000, 3, true);
select pg_temp.refused($$ update public.packs set price_minor = 9999 where title = 'Another' $$, 'a creator changes no price of a pack beyond the limit of a day');
select pg_temp.refused($$ update public.packs set description = 'More.' where title = 'Another' $$, 'a creator changes no text of a shown pack beyond the limit of a day');
update public.packs set is_published = false where title = 'Another';
select pg_temp.refused($$ update public.packs set is_published = true where title = 'Another' $$, 'a creator publishes no pack beyond the limit of a day');
select pg_temp.limit_to_one('profile_matchings_per_day', 'ann');
update public.profiles set platforms = '{x,youtube}' where id = tests.id('ann');
select pg_temp.refused($$ update public.profiles set platforms = '{x}' where id = tests.id('ann') $$, 'a creator is matched no more often than the limit of a day');
