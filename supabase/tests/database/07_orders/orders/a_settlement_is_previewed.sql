update private.settings set value = 5 where key = 'buyer_fee';
select tests.make_member('brand', 'brand');
select tests.make_member('kol', 'kol');
select tests.make_member('eve', 'brand');
select tests.make_staff('judge');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed', 5000);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed', 10000);
-- Returns the share, the creator's part and fee, and the brand's part and fee as one text.
create function pg_temp.preview(who text, share bigint default null, aal text default null) returns text language sql as $$
  select tests.answer(who, format($q$
    select string_agg(concat_ws(' ', p.share_minor, p.creator_minor, p.creator_fee_minor, p.brand_minor, p.buyer_fee_minor, p.currency), ', ')
    from public.settlement_preview(tests.order_id(), %L) p $q$, share), aal)
$$;
select is(pg_temp.preview('brand', share), wanted, 'a brand previews a settlement of ' || share || ' for the creator') from (values
  (0::bigint, '0 0 0 10500 0 USD'), (4000, '4000 3600 400 6300 200 USD'), (10000, '10000 9000 1000 0 500 USD')) as w (share, wanted);
select is(pg_temp.preview('kol', 4000), '4000 3600 400 6300 200 USD', 'a creator previews the same settlement as the brand');
select is(pg_temp.preview('judge', 4000), null, 'staff cannot preview the settlement of an order that they have not opened');
select tests.by('judge', $$ select tests.hear() $$);
select is(pg_temp.preview('judge', 4000), '4000 3600 400 6300 200 USD', 'staff can preview the settlement of an order that they opened');
select is(pg_temp.preview('judge', 4000, 'aal1'), null, 'staff cannot preview a settlement without a second factor');
select throws_ok($$ select pg_temp.preview('brand', -1) $$, 'PT422', 'share_out_of_range', 'a preview of less than nothing is refused');
select throws_ok($$ select pg_temp.preview('brand', 10001) $$, 'PT422', 'share_out_of_range', 'a preview of more than the price is refused');
select is(pg_temp.preview('eve', -1), null, 'a stranger''s preview of an impossible share returns nothing');
select is(pg_temp.preview('brand'), '10000 9000 1000 0 500 USD', 'a preview without a share is that of a completion');
select tests.by('judge', $$ select public.resolve_dispute(tests.order_id(), 2500, 'A quarter.') $$);
select tests.let_appeals_pass();
select is(pg_temp.preview('kol'), '2500 2250 250 7875 125 USD', 'a preview of a settled order shows what was paid');
select set_config('tests.order_id', gen_random_uuid()::text, true);
select is(pg_temp.preview('brand'), null, 'a preview of an unknown order returns nothing');
