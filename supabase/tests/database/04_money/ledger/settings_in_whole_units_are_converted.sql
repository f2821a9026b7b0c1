select is(private.money_text(amount, currency), text, text || ' is how ' || amount || ' minor units are written')
from (values
  (9000, 'USD', '90.00 USD'), (9050, 'USD', '90.50 USD'), (1, 'USD', '0.01 USD'), (0, 'USD', '0.00 USD'),
  (1500000, 'USDC', '1.50 USDC'), (1120000, 'USDC', '1.12 USDC'), (1234567, 'USDC', '1.234567 USDC')) as t (amount, currency, text);
select is(private.in_minor_units(100, 'USD'), 10000::bigint, 'a setting in dollars is converted to cents');
select is(private.in_minor_units(0.5, 'USDC'), 500000::bigint, 'a setting in coins is converted to millionths');
