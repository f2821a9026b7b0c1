-- cast: bob brand, eve brand, ann kol, ben kol, cid kol
update public.profiles set platforms = '{youtube}' where id in (tests.id('ann'), tests.id('ben'));
select tests.act_as(tests.id('bob'));
insert into public.campaigns (title, body, budget_minor, creators_sought, filters, deadline)
values ('Launch', 'Tell it.', 10000, 2, '{"platforms": ["x"]}', now() + interval '7 days'), ('Draft', 'x', 500, 1, '{}', now() + interval '1 day');
select public.publish_campaign(id) from public.campaigns where title = 'Launch';
select set_config('tests.open', id::text, true) from public.campaigns where title = 'Launch';
select set_config('tests.draft', id::text, true) from public.campaigns where title = 'Draft';
insert into public.shortlist (creator_id) values (tests.id('ann')), (tests.id('cid'));
create function pg_temp.invite(name text, campaign text default 'tests.open') returns uuid language sql as $$
  select kol_id from public.invite_to_campaign(current_setting(campaign)::uuid, tests.id(name))
$$;
select tests.refused('eve', $$ select pg_temp.invite('ann') $$, 'PT403', 'not_allowed', 'another brand invites nobody to the campaign');
select tests.refused('bob', $$ select pg_temp.invite('ben') $$, 'PT403', 'not_allowed', 'a creator who is not on the shortlist is not invited');
select tests.refused('bob', $$ select pg_temp.invite('ann', 'tests.draft') $$, 'PT409', 'campaign_not_open', 'nobody is invited to a draft');
select tests.refused('ann', $$ select public.apply_to_campaign(current_setting('tests.open')::uuid, price_minor => 900) $$, 'PT403', 'campaign_not_for_you',
  'a creator who does not satisfy the filters cannot apply');
select tests.allowed('bob', $$ select pg_temp.invite('ann') $$, 'a brand invites a creator of its shortlist');
select tests.allowed('bob', $$ select pg_temp.invite('ann') $$, 'a repeated invitation is no error');
select private.work_campaigns();
select tests.finds('ann', $$ select event, data ->> 'campaign_id', data ->> 'profile_name' from public.notifications where type = 'campaign_match' $$,
  $$ values ('campaign_invited', current_setting('tests.open'), 'Bob') $$, 'an invited creator is notified once, with a link to the campaign');
select tests.finds('ann', 'select kol_id from public.campaign_invitations', $$ values (tests.id('ann')) $$, 'an invited creator reads the invitation');
select tests.allowed('ann', $$ select public.apply_to_campaign(current_setting('tests.open')::uuid, price_minor => 900) $$,
  'an invited creator can apply whatever the filters are');

update private.settings set value = 2 where key = 'campaign_creators_before_payment';
select tests.refused('bob', $$ select pg_temp.invite('cid') $$, 'PT409', 'campaign_reach_used', 'a brand that never paid cannot invite more creators than its campaigns may reach');
update private.settings set value = 100 where key = 'campaign_creators_before_payment';
select tests.by('cid', $$ select public.apply_to_campaign(current_setting('tests.open')::uuid, price_minor => 900) $$);
select tests.refused('bob', $$ select pg_temp.invite('cid') $$, 'PT409', 'creator_applied', 'a creator who has applied is not invited');
select tests.by('cid', $$ select public.withdraw_application(id) from public.campaign_applications where kol_id = tests.id('cid') $$);
select is(tests.refusal($$ select tests.act_as(tests.id('bob')); select pg_temp.invite('cid') $$), null, 'a creator who withdrew an application can be invited');
select tests.by('cid', $$ select public.apply_to_campaign(current_setting('tests.open')::uuid, price_minor => 900) $$);
select tests.by('bob', $$ insert into public.shortlist (creator_id) values (tests.id('ben')) $$);
select tests.by('ben', $$ select public.block_member(tests.id('bob')) $$);
select tests.refused('bob', $$ select pg_temp.invite('ben') $$, 'PT409', 'creator_not_available', 'a creator who blocked the brand is not invited, and gets the answer for a deleted account');
select tests.by('ben', $$ select public.unblock_member(tests.id('bob')) $$);
select private.join_people(tests.id('bob'), tests.id('ben'), 'inbox');
select tests.refused('bob', $$ select pg_temp.invite('ben') $$, 'PT409', 'creator_not_available', 'nobody invites themselves');
select tests.by('bob', 'select public.accept_application(id, gen_random_uuid(), terms_hash) from public.campaign_applications');
insert into public.shortlist (brand_id, creator_id) select tests.id('bob'), tests.make_member('don', 'kol');
select tests.refused('bob', $$ select pg_temp.invite('don') $$, 'PT409', 'campaign_full', 'nobody is invited to a full campaign');
