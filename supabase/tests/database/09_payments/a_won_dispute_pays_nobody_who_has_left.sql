-- cast: brand brand, stays brand, kol kol, kim kol, ken kol
create function pg_temp.report(outcome text, id uuid) returns void language sql security definer as $$
  select private.record_provider_dispute('sandbox', p.provider_ref, 'dp ' || p.provider_ref, outcome, p.amount_minor, 'USD')
  from public.payments p where p.order_id = report.id
$$;
create function pg_temp.lose(brand text, kol text, status text) returns uuid language plpgsql as $$
declare
  v_id uuid := tests.make_order(tests.id(brand), tests.id(kol), status, 20000);
begin
  perform pg_temp.report('opened', v_id), pg_temp.report('lost', v_id);
  perform private.work_chargebacks(now() + interval '8 days');
  update public.profiles set frozen_at = null where id = tests.id(brand);
  return v_id;
end;
$$;
create function pg_temp.state(kol text) returns text language sql as $$
  select concat_ws(' ', 'pending', tests.balance(tests.id(kol), 'pending'), 'available', tests.balance(tests.id(kol), 'available'),
    'suspense', tests.balance(null, 'suspense'), 'loss', tests.balance(null, 'loss'))
$$;
create temporary table o (name text, id uuid);
insert into o values ('cut', pg_temp.lose('stays', 'kol', 'delivered')), ('both', pg_temp.lose('brand', 'kim', 'delivered')),
  ('hold', pg_temp.lose('stays', 'ken', 'completed'));
delete from auth.users where id = tests.user_id(tests.id('kol'));
select results_eq('select o.name, c.repay_minor from o join public.payments p on p.order_id = o.id join private.chargebacks c on c.payment_id = p.id order by 1',
  $$ values ('both', 18000::bigint), ('cut', 0), ('hold', 18000) $$, 'a brand owes nothing to a creator who deleted the account, but still to the others');
delete from auth.users where id in (select tests.user_id(tests.id(name)) from unnest(array['kim', 'ken', 'brand']) as name);
select pg_temp.report('won', id) from o where name = 'cut';
select is(pg_temp.state('kol'), 'pending 0 available 0 suspense 18000 loss -2000', 'earnings of a creator who deleted the account wait in suspense when the dispute is won');
select is(tests.balance(tests.id('stays'), 'wallet'), 0::bigint, 'earnings of a creator who deleted the account are not paid to the brand');
select pg_temp.report('won', id) from o where name = 'both';
select is(pg_temp.state('kim'), 'pending 0 available 0 suspense 36000 loss -2000', 'earnings of a deleted creator wait in suspense when the brand is deleted too');
select pg_temp.report('won', id) from o where name = 'hold';
select is(pg_temp.state('ken'), 'pending 0 available 0 suspense 54000 loss 0', 'earnings that were taken from a hold of a creator who deleted the account wait in suspense');
select results_eq($$ select m.name, p.suspense_minor, p.status, p.problem from public.payments p join unnest(array['ken', 'kim', 'kol']) as m (name) on tests.id(m.name) = p.payer_id order by 1 $$,
  $$ select name, 18000::bigint, 'suspense', 'payee_left' from unnest(array['ken', 'kim', 'kol']) as name $$, 'earnings in suspense belong to the creator who earned them');
select is_empty('select p.suspense_minor from public.payments p join o on o.id = p.order_id where p.suspense_minor > 0', 'earnings in suspense do not belong to the payment of the brand');
select tests.make_staff('stella'), tests.make_member('kay', 'kol');
create temporary table of_ken as select id from public.payments where payer_id = tests.id('ken');
select tests.refused('stella', format('select public.resolve_suspense(%L, tests.id(''stays''), ''Theirs.'', 18000)', p.id), 'PT403', 'not_allowed', 'staff cannot give the earnings of a deleted creator to the brand', 'aal2') from of_ken p;
select tests.refused('stella', format('select public.resolve_suspense(%L, tests.id(''kay''), ''Came back.'', 18000)', p.id), 'PT409', 'second_staff_required', 'a second member of staff confirms the creator', 'aal2') from of_ken p;

-- The reward of a deleted brand goes to the wallet of the person's next account, as all rewards do.
select private.assign_suspense(p, tests.id('stays'), p.suspense_minor) from public.payments p join of_ken using (id);
select is(tests.balance(tests.id('stays'), 'wallet'), 18000::bigint, 'a reward that came back is in the wallet of a brand');
select is((select l.amount_minor from private.wallet_lots l join private.accounts a on a.id = l.account_id where a.owner_id = tests.id('stays') and l.payment_id is null), 18000::bigint, 'the reward that came back is in the lot of rewards');
