create temporary table before as select private.secret('referral_code') as key;
select is(private.move_secrets_to_vault(), 0, 'no key moves without Vault');
select is(private.secret('referral_code'), (select key from before), 'a key that stayed is read from the table');
select is(octet_length(private.secret('of_before')), 32, 'a new key is made in the table without Vault');
select tests.imitate_vault();
select is(private.secret('referral_code'), (select key from before), 'a key in the table stays the same once there is Vault');
create temporary table keys as select count(*)::int as held from private.secrets;
select is(private.move_secrets_to_vault(), (select held from keys), 'every key moves into Vault');
select is_empty('select * from private.secrets', 'no key is left in the table');
select is(private.secret('referral_code'), (select key from before), 'a key is the same after it moved');
select is(octet_length(private.secret('of_later')), 32, 'a new key is made in Vault');
select is(private.secret('of_later'), private.secret('of_later'), 'a key of Vault stays the same');
select is_empty('select * from private.secrets', 'a key made in Vault is not in the table');
-- Puts a key back into the table by hand, as after a restore.
insert into private.secrets (name, value) values ('of_later', '\x0102');
select private.move_secrets_to_vault();
select is(private.secret('of_later'), '\x0102'::bytea, 'a key that is written to the table again replaces the one in Vault');
