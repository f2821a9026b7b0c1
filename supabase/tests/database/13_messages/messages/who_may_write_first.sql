-- cast: ann kol, cid kol, bob brand, host brand, buyer brand, asker brand, chosen kol, sam kol, new kol unapproved
select plan(16);
update public.profiles set is_staff = true where id = tests.id('sam');
delete from public.referrals where invitee_id = tests.id('ann');
insert into public.referrals (inviter_id, invitee_id) values (tests.id('host'), tests.id('ann'));
select tests.make_order(tests.id('buyer'), tests.id('ann'), 'pending_payment');
select tests.by('asker', $$ insert into public.campaigns (title, body, budget_minor, deadline) values ('Launch', 'Tell it.', 10000, now() + interval '1 day') $$);
select tests.by('asker', 'select public.publish_campaign(id) from public.campaigns');
select tests.by('ann', $$ select public.apply_to_campaign(id, price_minor => 5000) from public.campaigns $$);
select tests.act_as(tests.id('cid'));
select public.apply_to_campaign(id, price_minor => 5000) from public.campaigns;
select public.withdraw_application(id) from public.campaign_applications;
select is(tests.outcome(format($$ insert into public.messages (conversation_id, content)
  select public.get_or_create_conversation(tests.id(%L)), 'Hello' $$, other), 'opened', who), answer, description) from (values
  ('ann', 'host', 'opened', 'a creator writes first to the brand that invited them'),
  ('cid', 'host', 'may_not_write_first', 'a creator cannot write first to a brand that invited another'),
  ('ann', 'buyer', 'opened', 'a creator writes first to a brand that ordered from them'),
  ('cid', 'buyer', 'may_not_write_first', 'a creator cannot write first to a brand that ordered from another'),
  ('ann', 'asker', 'opened', 'a creator writes first to a brand that they applied to'),
  ('cid', 'asker', 'may_not_write_first', 'a creator who withdrew the application cannot write first'),
  ('chosen', 'asker', 'may_not_write_first', 'an open campaign alone does not let a creator write first to its brand'),
  ('ann', 'bob', 'may_not_write_first', 'a creator cannot write first to a brand that never dealt with them'),
  ('ann', 'cid', 'may_not_write_first', 'a creator cannot write first to another creator'),
  ('bob', 'ann', 'opened', 'a brand writes first to a creator'),
  ('ann', 'bob', 'opened', 'a creator answers a brand that wrote first'),
  ('sam', 'cid', 'opened', 'staff write first to a creator'),
  ('chosen', 'sam', 'opened', 'a creator writes first to staff'),
  ('bob', 'bob', 'not_allowed', 'a member has no conversation with themselves'),
  ('bob', 'nobody', 'not_allowed', 'a conversation needs another member'),
  ('new', 'bob', 'cannot_transact', 'a creator who waits for approval cannot write first')
) as tried (who, other, answer, description);
