begin;
select plan(4);
select is(private.anchor_of('ab'), '', 'too short');
select ok(private.anchor_of('aqza') in ('aqz', 'qza'), 'only what is inside');
select ok(private.anchor_of('x yz w') in ('  y', ' yz', 'yz ', '  w'), 'a word between two spaces keeps its edges');
insert into private.frequencies values ('def', 10), ('efi', 2);
select is(private.anchor_of('defi'), 'efi', 'the rarer one');
select * from finish();
rollback;
