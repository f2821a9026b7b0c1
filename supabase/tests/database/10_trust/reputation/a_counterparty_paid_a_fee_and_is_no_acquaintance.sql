-- Root invited ann and sister; sister invited niece; two guests have the code of a member
-- of staff, and early has that code from before the member was staff.
select tests.make_member('root', 'brand');
select tests.make_invitee('ann', 'kol', tests.id('root'));
select tests.make_invitee('sister', 'brand', tests.id('root'));
select tests.make_invitee('niece', 'brand', tests.id('sister'));
select tests.make_member('sam', 'brand');
select tests.make_invitee('early', 'brand', tests.id('sam'));
update public.profiles set is_staff = true where id = tests.id('sam');
select tests.make_invitee('guest ' || n, 'brand', tests.id('sam')) from generate_series(1, 2) as n;
select is(tests.id(other) in (select private.invite_relatives(tests.id(one))), wanted, format('%s and %s are %s by invite', one, other, case when wanted then 'related' else 'not related' end))
from (values ('root', 'ann', true), ('ann', 'root', true), ('ann', 'sister', true), ('sister', 'niece', true),
  ('ann', 'niece', false), ('root', 'niece', false), ('guest 1', 'guest 2', false), ('guest 1', 'sam', true),
  ('guest 1', 'ann', false), ('guest 1', 'root', false), ('guest 1', 'early', false), ('early', 'guest 1', false)) as pairs (one, other, wanted);
select is(private.branch_of(tests.id('niece')), tests.id('root'), 'a branch of invites has one root');
-- Gives Ann and a guest further accounts, which were opened later.
select tests.make_member('ann2', 'kol'), tests.make_invitee('guest2', 'brand', tests.id('ann'));
select tests.make_member('ann3', 'kol'), tests.make_invitee('friend', 'brand', tests.id('ann2'));
update public.profiles set created_at = created_at + interval '1 day' where id in (tests.id('ann2'), tests.id('guest2'));
update public.profiles set created_at = created_at + interval '2 days' where id = tests.id('ann3');
select private.join_people(tests.id('ann'), tests.id('ann2'), 'inbox'), private.join_people(tests.id('ann'), tests.id('ann3'), 'inbox'), private.join_people(tests.id('guest 2'), tests.id('guest2'), 'inbox');
select is(tests.id('ann2') in (select private.invite_relatives(tests.id('root'))), true, 'a later account of a person has the acquaintances of the oldest one');
select is(tests.id('friend') in (select private.invite_relatives(tests.id('ann3'))), true, 'an account is related to the accounts that an earlier account of its person invited, the oldest or not');
select is(tests.id('guest 2') in (select private.invite_relatives(tests.id('ann'))), false, 'a later account gives an older one no acquaintances');
delete from private.branches where profile_id = tests.id('ann');
select is(private.branch_of(tests.id('ann')), tests.id('ann'), 'a member outside all branches is a branch of their own');

select tests.make_member('kol', 'kol');
create function pg_temp.counts(status text, price bigint, share bigint, currency text, hold_fees bigint, cleared boolean)
returns text language plpgsql as $$
declare
  v_order uuid := tests.put_order(tests.id('guest 1'), tests.id('kol'), counts.status, price, 0, share, now(), counts.currency);
  v_found text;
begin
  insert into private.holds (order_id, profile_id, currency, amount_minor, fees_minor, due_at, cleared_at)
  values (v_order, tests.id('kol'), counts.currency, price, hold_fees, now(), case when cleared then now() end);
  select string_agg(p.display_name || ' ' || round(c.fees, 6), ', ') into v_found
  from private.counterparties(tests.id('kol')) c join public.profiles p on p.id = c.other_id;
  update private.holds set cleared_at = null where order_id = v_order;
  return v_found;
end;
$$;
-- Tests prices around 50.00, the least price that counts.
select is(pg_temp.counts(status, price, share, currency, fees, cleared), wanted,
  format('an order %s for %s %s, %s for the creator, with %s in fees makes %s', status, price, currency, share, fees, case when wanted is null then 'no counterparty' else 'a counterparty' end))
from (values
  ('completed', 5000, null::bigint, 'USD', 1, true, 'Guest 1 0.010000'), ('completed', 50000000, null, 'USDC', 2500000, true, 'Guest 1 2.500000'),
  ('completed', 4999, null, 'USD', 500, true, null), ('completed', 5000, null, 'USD', 0, true, null),
  ('completed', 5000, null, 'USD', 500, false, null), ('settled', 5000, 5000, 'USD', 500, true, 'Guest 1 5.000000'),
  ('settled', 5000, 4999, 'USD', 500, true, null), ('cancelled', 5000, null, 'USD', 500, true, null), ('disputed', 5000, 5000, 'USD', 500, true, null)
) as cases (status, price, share, currency, fees, cleared, wanted);

-- Tests that fees of several orders add up. An inviter's part of an order is not on hold for its creator.
update private.holds h set cleared_at = now() from public.pack_orders o
where o.id = h.order_id and o.status = 'completed' and h.fees_minor = 500 and o.price_minor = 5000;
insert into private.holds (order_id, profile_id, currency, amount_minor, fees_minor, due_at, cleared_at)
select order_id, tests.id('ann'), 'USD', 1, 7, now(), now() from private.holds where cleared_at is not null;
update private.holds h set cleared_at = now() from public.pack_orders o
where o.id = h.order_id and o.status = 'settled' and o.creator_share_minor = 5000;
select results_eq($$ select other_id, round(fees, 2) from private.counterparties(tests.id('kol')) $$,
  $$ values (tests.id('guest 1'), 10.00) $$, 'a counterparty has the fees of all its orders');
select is((select other_id from private.counterparties(tests.id('guest 1'))), tests.id('kol'), 'each side of an order is the counterparty of the other');
update public.profiles set suspended_at = now() where id = tests.id('guest 1');
select is_empty($$ select from private.counterparties(tests.id('kol')) $$, 'a suspended member is no counterparty');
