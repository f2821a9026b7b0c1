-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
set constraints all immediate;
select isnt_empty('select from private.entries', 'a funded order has entries');
select throws_ok(command, 'PT403', token, 'the owner of the database is refused: ' || command) from (values
  ('update private.transfers set event = event', 'append_only'), ('delete from private.transfers', 'append_only'),
  ('truncate private.transfers cascade', 'append_only'), ('update private.entries set amount_minor = 1', 'append_only'),
  ('delete from private.entries', 'append_only'), ('truncate private.entries', 'append_only'),
  ('delete from private.accounts', 'append_only'), ('truncate private.accounts cascade', 'append_only'),
  ('truncate public.pack_orders cascade', 'append_only'), ('delete from private.order_funding', 'append_only'),
  ('update private.accounts set balance_minor = balance_minor + 1', 'balance_only_by_entry'),
  ('update private.accounts set kind = ''wallet'' where kind = ''pending''', 'balance_only_by_entry')) as change (command, token);
