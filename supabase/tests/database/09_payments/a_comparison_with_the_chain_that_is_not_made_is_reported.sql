-- cast: brand brand, kol kol
create function pg_temp.is_fine(compared interval, signed interval) returns boolean language plpgsql as $$
begin
  alter table public.chain_payments disable trigger user;
  update public.chain_payments set signed_at = now() - signed;
  alter table public.chain_payments enable trigger user;
  update private.chain set compared_at = now() - compared, read_at = now();
  return (select h.is_fine from private.chain_health() h where h.name = 'chain_compared');
end;
$$;
select tests.use_chain(tests.id('kol'));
select is(pg_temp.is_fine('1 month', null), true, 'nothing is compared while no payment is open');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded', pack => tests.make_pack(tests.id('kol'), 5000000, 'USDC'));
select is(pg_temp.is_fine('2 hours', '1 month'), true, 'ledger and escrow are compared every hour');
select is(pg_temp.is_fine('1 month', '2 hours'), true, 'a first payment after a while has been compared soon');
select is(pg_temp.is_fine('4 hours', '1 month'), false, 'a comparison that was not made for three hours is reported');
select is(pg_temp.is_fine(null, '4 hours'), false, 'a comparison that was never made is reported');
update public.chain_payments set closed_at = now();
select is(pg_temp.is_fine('1 month', '1 month'), true, 'payments that are closed wait for no comparison');
