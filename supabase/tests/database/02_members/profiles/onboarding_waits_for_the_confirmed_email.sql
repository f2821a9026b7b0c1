select tests.sign_up('ann@kolpact.test', '{"invite_code": "TESTS-INVITE", "role": "brand"}', false);
update public.profiles set display_name = 'Ann', language = 'en';
select is(onboarded_at, null, 'everything is there but the confirmation') from public.profiles;
update auth.users set email_confirmed_at = now() where email = 'ann@kolpact.test';
select isnt(onboarded_at, null, 'which completes the onboarding') from public.profiles;
select is(is_approved, true, 'and approves the brand') from public.profiles;
