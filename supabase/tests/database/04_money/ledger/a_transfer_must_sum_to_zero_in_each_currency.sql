select throws_ok($$
  do $do$ begin
    perform private.post_transfer('suspense',
      array[private.platform_account('cash', 'USD', gen_random_uuid()), private.platform_account('suspense', 'USD', gen_random_uuid())],
      array[-100, 90]);
    set constraints all immediate;
  end $do$ $$, 'PT409', 'transfer_not_balanced', 'a transfer that gives less than it takes is refused at commit');
select throws_ok($$
  do $do$ begin
    perform private.post_transfer('suspense',
      array[private.platform_account('cash', 'USD', gen_random_uuid()), private.platform_account('suspense', 'USD', gen_random_uuid())],
      array[-100, 101]);
    set constraints all immediate;
  end $do$ $$, 'PT409', 'transfer_not_balanced', 'and one that gives one unit more');
select throws_ok($$
  do $do$ begin
    perform private.post_transfer('suspense',
      array[private.platform_account('cash', 'USD', gen_random_uuid()), private.platform_account('suspense', 'USDC', gen_random_uuid())],
      array[-100, 100]);
    set constraints all immediate;
  end $do$ $$, 'PT409', 'transfer_not_balanced', 'dollars do not pay for coins');
select lives_ok($$
  do $do$ begin
    perform private.post_transfer('suspense',
      array[private.platform_account('cash', 'USD', gen_random_uuid()), private.platform_account('suspense', 'USD', gen_random_uuid())],
      array[-100, 100]);
    set constraints all immediate;
  end $do$ $$, 'a balanced one passes');
set constraints all deferred;
select lives_ok($$
  do $do$ begin
    perform private.post_transfer('suspense',
      array[private.platform_account('cash', 'USD', gen_random_uuid()), private.platform_account('suspense', 'USD', gen_random_uuid()),
        private.platform_account('cash', 'USDC', gen_random_uuid()), private.platform_account('suspense', 'USDC', gen_random_uuid())],
      array[-100, 100, -70, 70]);
    set constraints all immediate;
  end $do$ $$, 'one of two currencies passes when each is balanced');
set constraints all deferred;
select throws_ok($$
  do $do$ begin
    perform private.post_transfer('suspense',
      array[private.platform_account('cash', 'USD', gen_random_uuid()), private.platform_account('suspense', 'USD', gen_random_uuid()),
        private.platform_account('cash', 'USDC', gen_random_uuid()), private.platform_account('suspense', 'USDC', gen_random_uuid())],
      array[-100, 90, -70, 80]);
    set constraints all immediate;
  end $do$ $$, 'PT409', 'transfer_not_balanced', 'and is refused when only their sum is');
