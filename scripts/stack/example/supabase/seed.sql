insert into public.invites values ('SEEDED-INVITE');
