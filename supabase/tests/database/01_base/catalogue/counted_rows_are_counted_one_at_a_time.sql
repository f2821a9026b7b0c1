-- Tests check_shortlist_size, prepare_saved_search, prepare_brief_template, sync_creator, block_member and reject_second_account.
-- Two inserts at the same time would not count each other's row, so each takes the lock of the row's owner first.
-- cast: bob brand, ann kol
select tests.by('bob', $$ insert into public.campaigns (title, body, budget_minor, deadline) values ('Launch', 'Tell it.', 10000, now() + interval '7 days') $$);
select tests.by('bob', 'select public.publish_campaign(id) from public.campaigns');
select ok(tests.takes_lock(command, subject || tests.id(who)), description || ' takes the lock of the member whose rows are counted') from (values
  ($$ insert into public.shortlist (brand_id, creator_id) values (tests.id('bob'), tests.id('ann')) $$, 'shortlist of ', 'bob', 'adding to the shortlist'),
  ($$ insert into public.saved_searches (profile_id, name, filters) values (tests.id('bob'), 'All', '{}') $$, 'saved searches of ', 'bob', 'saving a search'),
  ($$ insert into public.brief_templates (brand_id, name) values (tests.id('bob'), 'Short') $$, 'brief templates of ', 'bob', 'saving a template for briefs'),
  ($$ select tests.make_pack(tests.id('ann')) $$, 'creator ', 'ann', 'adding a pack'),
  ($$ select tests.become('ann'); select public.block_member(tests.id('bob')) $$, 'blocks of ', 'ann', 'blocking a member'),
  ($$ select tests.become('ann'); select public.apply_to_campaign(id, price_minor => 8000) from public.campaigns $$, 'applications of ', 'ann', 'applying to a campaign')
) as l (command, subject, who, description);
