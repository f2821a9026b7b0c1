-- cast: ann kol, bob brand
insert into public.saved_searches (profile_id, name, filters) values (tests.id('bob'), 'Mine', '{}');
insert into public.shortlist (brand_id, creator_id, note) values (tests.id('bob'), tests.id('ann'), 'Mine');
insert into public.brief_templates (brand_id, name, message) values (tests.id('bob'), 'Launch', 'Mine');
insert into public.email_preferences (profile_id, type, mode) values (tests.id('bob'), 'order_update', 'off');
insert into public.member_blocks (blocker_id, blocked_id) values (tests.id('bob'), tests.id('ann'));
select private.notify(tests.id('bob'), 'creator_matched');
create temporary table before as select user_id from public.profiles where id = tests.id('bob');
select tests.act_as(tests.id('bob'));
select public.delete_my_account();
select tests.act_as_owner();
select is_empty($$ select 1 from public.saved_searches where profile_id = tests.id('bob') $$, 'saved searches');
select is_empty($$ select 1 from public.shortlist where brand_id = tests.id('bob') $$, 'the shortlist');
select is_empty($$ select 1 from public.brief_templates where brand_id = tests.id('bob') $$, 'templates of briefs');
select is_empty($$ select 1 from public.email_preferences where profile_id = tests.id('bob') $$, 'preferences');
select is_empty($$ select 1 from private.email_outbox where profile_id = tests.id('bob') $$, 'e-mails');
select is_empty($$ select 1 from public.member_blocks where blocker_id = tests.id('bob') $$, 'blocks');
select is_empty($$ select 1 from public.notifications n join before b on b.user_id = n.user_id $$, 'notifications');
