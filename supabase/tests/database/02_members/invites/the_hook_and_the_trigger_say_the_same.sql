select plan(8);
insert into public.invites (code, max_uses, uses) values ('ALL-TAKEN', 1, 1);
insert into public.invites (code, email) values ('FOR-ANN-ONLY', 'ann@kolpact.test');
insert into public.invites (code, role) values ('BRANDS-ONLY', 'brand');
create function pg_temp.by_trigger(email text, metadata jsonb) returns text language plpgsql as $$
begin
  perform tests.sign_up(email, metadata);
  raise exception 'welcome';
exception when others then
  return sqlerrm;
end;
$$;
select is(
  coalesce(private.before_user_created(jsonb_build_object('user', jsonb_build_object('email', email, 'user_metadata', metadata)))
    #>> '{error,message}', 'welcome'),
  pg_temp.by_trigger(email, metadata),
  email || ' ' || metadata || ': ' || pg_temp.by_trigger(email, metadata))
from (values
  ('ann@kolpact.test', '{}'::jsonb),
  ('ann@kolpact.test', '{"invite_code": "TESTS-INVITE"}'),
  ('ann@kolpact.test', '{"invite_code": "NO-SUCH-CODE"}'),
  ('ann@kolpact.test', '{"invite_code": "ALL-TAKEN"}'),
  ('ann@kolpact.test', '{"invite_code": "FOR-ANN-ONLY"}'),
  ('bob@kolpact.test', '{"invite_code": "FOR-ANN-ONLY"}'),
  ('bob@kolpact.test', '{"invite_code": "BRANDS-ONLY", "role": "kol"}'),
  ('bob@kolpact.test', '{"invite_code": "TESTS-INVITE", "role": "owner"}')
) as tried (email, metadata);
