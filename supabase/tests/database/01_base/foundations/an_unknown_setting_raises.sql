select is(private.setting('invite_quota'), 5::numeric, 'a setting is a number');
select throws_ok($$ select private.setting('no_such_setting') $$, 'PT500', 'setting_missing', 'an unknown one raises');
