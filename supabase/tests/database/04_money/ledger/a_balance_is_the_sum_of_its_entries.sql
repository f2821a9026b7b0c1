-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), status)
from unnest(array['funded', 'declined', 'cancelled', 'expired', 'completed', 'settled', 'disputed']) as status;
select is_empty('select * from private.ledger_faults()', 'after orders of every end nothing differs');
set constraints all immediate;
alter table private.accounts disable trigger accounts_only_by_entry;
update private.accounts set balance_minor = balance_minor + 1 where kind = 'wallet';
select isnt_empty('select * from private.ledger_faults()', 'a balance changed behind the back of the ledger is found');
