-- Tests check_shortlist_size, prepare_saved_search, prepare_brief_template and sync_creator.
-- Two inserts at the same time would not count each other's row, so each takes the lock of the row's owner first.
-- cast: bob brand, ann kol
select ok(tests.takes_lock(command, subject || tests.id(who)), description || ' takes the lock of its owner') from (values
  ($$ insert into public.shortlist (brand_id, creator_id) values (tests.id('bob'), tests.id('ann')) $$, 'shortlist of ', 'bob', 'adding to the shortlist'),
  ($$ insert into public.saved_searches (profile_id, name, filters) values (tests.id('bob'), 'All', '{}') $$, 'saved searches of ', 'bob', 'saving a search'),
  ($$ insert into public.brief_templates (brand_id, name) values (tests.id('bob'), 'Short') $$, 'brief templates of ', 'bob', 'saving a template for briefs'),
  ($$ select tests.make_pack(tests.id('ann')) $$, 'creator ', 'ann', 'adding a pack')
) as l (command, subject, who, description);
