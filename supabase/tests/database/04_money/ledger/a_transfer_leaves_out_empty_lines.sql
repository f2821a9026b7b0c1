-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
select is((select count(*) from private.entries e join private.transfers t on t.id = e.transfer_id where t.event = 'escrow'), 2::bigint,
  'no buyer''s fee, no line for it');
