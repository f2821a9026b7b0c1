begin;
select plan(5);
select tests.make_staff('sam');
select tests.act_as(tests.id('sam'));
select public.update_setting('invite_quota', 7);
select public.update_setting('invite_quota', 7);
select is(private.setting('invite_quota'), 7::numeric, 'from here on');
select results_eq($$ select details -> 'from', details -> 'to' from public.staff_audit where action = 'update_setting' $$,
  $$ values ('5'::jsonb, '7'::jsonb) $$, 'written down once, with before and after');
select is((select value from public.list_settings() where key = 'invite_quota'), 7::numeric, 'staff see them all');
select throws_ok($$ select public.update_setting('no_such_setting', 1) $$, 'PT422', 'setting_unknown', 'there are no others');
select throws_ok($$ select public.update_setting('invite_quota', -1) $$, 'PT422', 'setting_out_of_range', 'none is negative');
select * from finish();
rollback;
