create temporary table before as select private.secret('referral_code') as key;
select is(private.move_secrets_to_vault(), 0, 'without Vault they stay');
select is(private.secret('referral_code'), (select key from before), 'and are read where they are');
select is(octet_length(private.secret('of_before')), 32, 'a new key is made there');
select tests.imitate_vault();
select is(private.secret('referral_code'), (select key from before), 'Vault changes no key that stands in the table');
create temporary table keys as select count(*)::int as held from private.secrets;
select is(private.move_secrets_to_vault(), (select held from keys), 'they move');
select is_empty('select * from private.secrets', 'nothing is left behind');
select is(private.secret('referral_code'), (select key from before), 'and are the same as before');
select is(octet_length(private.secret('of_later')), 32, 'a new key is made in Vault');
select is(private.secret('of_later'), private.secret('of_later'), 'once');
select is_empty('select * from private.secrets', 'and not in the table');
-- A key that was put back by hand, as after a restore.
insert into private.secrets (name, value) values ('of_later', '\x0102');
select private.move_secrets_to_vault();
select is(private.secret('of_later'), '\x0102'::bytea, 'what stands in the table wins');
