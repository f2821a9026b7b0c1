-- ledger: made by hand
create function pg_temp.post(amounts bigint[], currencies text[]) returns void language plpgsql as $$
begin
  perform private.post_transfer('suspense', array(
    select private.platform_account(case when nr % 2 = 1 then 'cash' else 'suspense' end, currency, gen_random_uuid())
    from unnest(currencies) with ordinality as line (currency, nr) order by nr), amounts);
  set constraints all immediate;
  set constraints all deferred;
end;
$$;
select throws_ok(format('select pg_temp.post(%L, %L)', amounts, currencies), 'PT409', 'transfer_not_balanced', description) from (values
  ('{-100,90}', '{USD,USD}', 'a transfer that gives less than it takes is refused at commit'),
  ('{-100,101}', '{USD,USD}', 'a transfer that gives one unit more than it takes is refused at commit'),
  ('{-100,100}', '{USD,USDC}', 'a transfer that takes dollars and gives coins is refused at commit'),
  ('{-100,90,-70,80}', '{USD,USD,USDC,USDC}', 'a transfer balanced over two currencies but in neither is refused at commit')
) as wrong (amounts, currencies, description);
select lives_ok(format('select pg_temp.post(%L, %L)', amounts, currencies), description) from (values
  ('{-100,100}', '{USD,USD}', 'a balanced transfer is accepted at commit'),
  ('{-100,100,-70,70}', '{USD,USD,USDC,USDC}', 'a transfer balanced in each of two currencies is accepted at commit')
) as balanced (amounts, currencies, description);
