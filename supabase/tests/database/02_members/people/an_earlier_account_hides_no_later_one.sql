-- cast: shield brand, payer brand, next brand, last brand, owner kol, paid kol, again kol
-- Tests that a new account is frozen with the owner of a card or bank account, even if another account without
-- orders (the shield) used it first.
create function pg_temp.frozen(name text) returns boolean language sql as $$ select frozen_at is not null from public.profiles where id = tests.id(name) $$;
update public.profiles set completed_orders = 1 where id in (tests.id('payer'), tests.id('paid'));
select private.mark_person(tests.id(name), 'card', 'sandbox C') from unnest(array['shield', 'payer']) as name;
select ok(not private.is_bound(tests.id('shield')) and not private.is_bound(tests.id('payer')), 'a member with completed orders and an earlier user of the card stay two persons');
select tests.freeze('payer');
select private.mark_person(tests.id('shield'), 'card', 'sandbox C');
select ok(not pg_temp.frozen('shield'), 'the first user of a frozen member''s card is not frozen, also when they use it again');
select private.mark_person(tests.id('next'), 'card', 'sandbox C');
select ok(pg_temp.frozen('next'), 'a later account with the card of a frozen member is frozen, whoever used it before');
select ok(not pg_temp.frozen('shield'), 'the first user of a card is not joined to a later account with it');
select private.mark_person(tests.id('last'), 'card', 'sandbox C');
select ok(pg_temp.frozen('last'), 'a third account with the card is frozen as well');

select private.mark_person(tests.id(name), 'payout', 'DE89 3704 0044 0532 0130 00') from unnest(array['owner', 'paid']) as name;
update public.profiles set suspended_at = now() where id = tests.id('paid');
select private.contest_mark(tests.id(name), 'payout', 'DE89370400440532013000') from unnest(array['owner', 'again']) as name;
select ok(private.is_contested(tests.id('again'), 'payout', 'DE89370400440532013000'), 'nothing is paid to the account of a suspended member, whoever used it before');
select ok(not private.is_contested(tests.id('owner'), 'payout', 'DE89370400440532013000'), 'the first user of the payout account of a suspended member is paid, because a stranger can have one cent sent there');
