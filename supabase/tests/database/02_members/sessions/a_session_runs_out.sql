-- cast: ann kol
create function pg_temp.is_open(until timestamptz) returns boolean language plpgsql as $$
begin
  perform tests.act_as_owner();
  update auth.sessions set not_after = is_open.until where user_id = tests.user_id(tests.id('ann'));
  perform tests.move_time_as(tests.id('ann'));
  return private.session_is_open();
end;
$$;
select is(pg_temp.is_open(now() + interval '1 second'), true, 'it is open before its end');
select is(pg_temp.is_open(now()), false, 'and not at it');
