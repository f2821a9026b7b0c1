select is(octet_length(private.secret('a_test')), 32, 'a secret has 256 bits');
select is(private.secret('a_test'), private.secret('a_test'), 'a secret stays the same');
select isnt(private.secret('a_test'), private.secret('another_test'), 'each name has its own secret');
