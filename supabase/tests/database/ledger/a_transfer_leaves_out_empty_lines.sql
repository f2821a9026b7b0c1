begin;
select plan(1);
select tests.make_member('brand', 'brand');
select tests.make_member('kol', 'kol');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
select is((select count(*) from private.entries e join private.transfers t on t.id = e.transfer_id where t.event = 'escrow'), 2::bigint,
  'no buyer''s fee, no line for it');
select * from finish();
rollback;
