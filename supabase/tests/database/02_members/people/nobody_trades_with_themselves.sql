-- cast: kol kol, bob brand, own kol, own+brand brand
-- Makes a pack of the creator own, whose mailbox the brand own+brand shares.
select tests.lift_limits();
select set_config('tests.own_pack', tests.make_pack(tests.id('own'))::text, true);
create function pg_temp.order_own() returns text language sql as $$
  select (public.place_order(current_setting('tests.own_pack')::uuid, 'Please.', gen_random_uuid())).status
$$;
create function pg_temp.publish() returns uuid language sql as $$
  insert into public.campaigns (title, body, budget_minor, deadline) values ('Launch', 'Brief.', 10000, now() + interval '7 days');
  select (public.publish_campaign(c.id)).id from public.campaigns c where c.status = 'draft'
$$;
create function pg_temp.completed(names text[]) returns text language sql security definer as $$
  select string_agg(p.completed_orders::text, ' ' order by array_position(names, t.name))
  from tests.people t join public.profiles p on p.id = t.profile_id where t.name = any (names)
$$;
create function pg_temp.are_counterparties(one text, other text) returns boolean language sql security definer as $$
  select exists (select from private.counterparties(tests.id(one)) c where c.other_id = private.person_of(tests.id(other)))
    or exists (select from private.counterparties(tests.id(other)) c where c.other_id = private.person_of(tests.id(one)))
$$;

-- Tests a brand and a creator with one mailbox.
select tests.refused('own+brand', 'select pg_temp.order_own()', 'PT409', 'own_pack', 'a brand cannot order from a creator with the same mailbox');
select tests.by('own+brand', $$ select set_config('tests.campaign', pg_temp.publish()::text, true) $$);
select tests.refused('own', $$ select public.apply_to_campaign(current_setting('tests.campaign')::uuid, price_minor => 9000) $$, 'PT409', 'own_pack',
  'a creator cannot apply to a campaign of a brand with the same mailbox');
select throws_ok($$ select tests.make_offer(tests.id('own+brand'), tests.id('own')) $$, 'PT409', 'own_pack', 'a brand cannot make an offer to a creator with the same mailbox');
select throws_ok($$ select tests.make_offer(tests.id('own'), tests.id('own+brand')) $$, 'PT409', 'own_pack', 'a creator cannot make an offer to a brand with the same mailbox');

-- The two became one person after the offer and the application were made.
select tests.make_member('late', 'brand');
select tests.make_offer(tests.id('own'), tests.id('late'));
select tests.by('late', $$ select set_config('tests.campaign', pg_temp.publish()::text, true) $$);
select tests.by('own', $$ select set_config('tests.application', (public.apply_to_campaign(current_setting('tests.campaign')::uuid, price_minor => 9000)).id::text, true) $$);
select private.join_people(tests.id('own'), tests.id('late'), 'inbox');
select tests.refused('late', $$ select public.accept_offer(id, terms_hash) from public.offers $$, 'PT409', 'own_pack', 'an offer between accounts that became one person cannot be accepted');
select tests.refused('late', $$ select public.accept_application(id, gen_random_uuid(), terms_hash) from public.campaign_applications $$, 'PT409', 'own_pack', 'an application between accounts that became one person cannot be accepted');

-- The card of the payment shows that the two are one person.
select tests.make_member('payer', 'brand'), tests.make_member('pays', 'brand');
select private.mark_person(tests.id('own'), 'card', 'sandbox shared');
select tests.make_order(tests.id('pays'), tests.id('own'), 'pending_payment');
select is((private.record_payment('sandbox', 'shared', tests.order_id(), 10000, 'USD', card => 'shared')).status, 'suspense',
  'a payment whose card shows that both sides are one person waits for staff');
select tests.make_order(tests.id('payer'), tests.id('own'), 'funded');
select private.mark_person(tests.id('payer'), 'card', 'sandbox shared');
select tests.by('own', $$ select public.accept_order(tests.order_id()), public.deliver_order(tests.order_id(), 'Done.', '{https://example.com/work}') $$);
select tests.by('payer', $$ select public.complete_order(tests.order_id()) $$);
select private.clear_hold(h.id, now() + interval '30 days') from private.holds h where h.cleared_at is null;
select is(pg_temp.completed('{own,payer}'), '0 0', 'an order whose card shows that both sides are one person counts for neither account');
select is(private.record_of(tests.id('payer')), 0, 'an order between accounts of one person gives no record');
select ok(not private.is_proven(p), 'an order between accounts of one person gives no limits of their own') from public.profiles p where p.id = tests.id('payer');
select ok(not pg_temp.are_counterparties('own', 'payer'), 'an order between accounts of one person gives no counterparty');
select tests.refused('payer', 'select pg_temp.order_own()', 'PT409', 'own_pack', 'a brand cannot order from a creator who used its card');

-- The brand's account is bound to the creator's.
select tests.make_order(tests.id('bob'), tests.id('kol'), 'completed');
select is(pg_temp.completed('{bob,kol}'), '1 1', 'an order between two people is completed for both');
select private.mark_person(tests.id('kol'), 'card', 'sandbox bound'), private.mark_person(tests.id('pays'), 'card', 'sandbox bound');
select tests.make_pack(tests.id('kol'));
select throws_ok($$ select tests.make_order(tests.id('pays'), tests.id('kol'), 'pending_payment') $$, 'PT409', 'own_pack', 'a brand that is bound to a creator cannot order from them');

-- Both accounts are bound to one person, each by another card or payout account.
select tests.make_member('left', 'brand'), tests.make_member('right');
select tests.make_pack(tests.id('right'));
select private.mark_person(tests.id('left'), 'card', 'sandbox bound');
select private.mark_person(tests.id(name), 'payout', 'DE75512108001245126199') from unnest(array['kol', 'right']) as name;
select isnt(private.person_of(tests.id('left')), private.person_of(tests.id('right')), 'two members who are bound to a creator by different cards or accounts are not one person');
select throws_ok($$ select tests.make_order(tests.id('left'), tests.id('right'), 'pending_payment') $$, 'PT409', 'own_pack', 'two members bound to the same creator do not trade with each other');
select tests.make_member('over', 'brand');
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('over'), tests.id('left'), 'card');
select throws_ok($$ select tests.make_order(tests.id('over'), tests.id('kol'), 'pending_payment') $$, 'PT409', 'own_pack', 'a brand that is bound to a bound brand does not trade with the creator');
select tests.make_member('third');
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('over'), tests.id('third'), 'payout');
select ok(not private.are_one_person(tests.id('kol'), tests.id('third')), 'a member who is bound to two others does not make them one person');

-- Nobody is rewarded for inviting themselves.
select private.mark_person(tests.id('bob'), 'card', 'sandbox bob');
select tests.make_member('invited', 'brand', true, (select referral_code from public.profiles where id = tests.id('bob')));
select private.mark_person(tests.id('invited'), 'card', 'sandbox bob');
select tests.make_order(tests.id('invited'), tests.id('own'), 'completed');
select is(status, 'ineligible', 'an inviter earns no reward for an account that is bound to theirs') from public.referrals where invitee_id = tests.id('invited');
select tests.make_member('new', 'brand');
select tests.make_member('guest', 'brand', true, (select referral_code from public.profiles where id = tests.id('new')));
insert into private.person_pairs (profile_id, other_id, kind) select tests.id('new'), tests.id('guest'), 'card';
select tests.make_order(tests.id('guest'), tests.id('kol'), 'completed');
select is(status, 'ineligible', 'an inviter earns no reward for an account that theirs is bound to') from public.referrals where invitee_id = tests.id('guest');

-- The two sides of an order are found to be one person after it has ended.
select tests.make_member('sold', 'kol'), tests.make_member('bought', 'brand');
select tests.make_order(tests.id('bought'), tests.id('sold'), 'declined');
select tests.make_order(tests.id('bought'), tests.id('sold'), 'completed');
create temporary table done as select tests.order_id() as id;
select tests.make_order(tests.id('bought'), tests.id('sold'), 'pending_payment', 5000);
grant select on done to authenticated;
select private.join_people(tests.id('sold'), tests.id('bought'), 'inbox');
select tests.refused('bought', 'select public.tip_order(id, 1000, $$Well done.$$, gen_random_uuid()) from done', 'PT409', 'creator_not_available', 'a brand gives no tip to a creator who turned out to be the same person');
select tests.refused('bought', 'select public.pay_from_wallet(tests.order_id())', 'PT409', 'order_not_payable', 'a brand cannot pay an order of a creator who turned out to be the same person');
