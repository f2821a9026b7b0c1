-- cast: brand brand, kol kol
create function pg_temp.overdraw(kind text) returns void language plpgsql as $$
declare
  v_account bigint := case
    when kind in ('fees_held', 'revenue', 'suspense', 'loss', 'cash', 'costs', 'capital') then private.platform_account(kind, 'USD', gen_random_uuid())
    when kind = 'escrow' then private.member_account(tests.id('brand'), kind, 'USD', tests.order_id())
    else private.member_account(tests.id('kol'), kind, 'USD') end;
begin
  perform private.post_transfer('suspense',
    array[v_account, private.platform_account(case kind when 'cash' then 'loss' else 'cash' end, 'USD', gen_random_uuid())], array[-20000, 20000]);
end; $$;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
select throws_ok(format('select pg_temp.overdraw(%L)', kind), '23514', null, 'an account of kind ' || kind || ' cannot be overdrawn')
from unnest(array['wallet', 'escrow', 'pending', 'available', 'in_transit', 'fees_held', 'revenue', 'suspense']) as kind;
select lives_ok(format('select pg_temp.overdraw(%L)', kind), 'an account of kind ' || kind || ' can be negative')
from unnest(array['cash', 'loss', 'costs', 'capital']) as kind;
