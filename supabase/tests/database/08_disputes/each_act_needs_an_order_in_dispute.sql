-- cast: brand brand, kol kol, stella staff
select plan(9);
create temporary table calls as select * from (values
  ('brand', 'propose_settlement(tests.order_id(), 5000)'),
  ('kol', 'accept_settlement(tests.order_id(), 5000)'),
  ('stella', $$resolve_dispute(tests.order_id(), 5000, 'Half.')$$)) as c (who, call);
grant select on calls to authenticated;
-- Calls an action on a new order in the given state; returns the refusal, which takes back both.
create function pg_temp.refused(who text, call text, status text) returns text language plpgsql as $$
begin
  perform tests.act_as_owner();
  perform tests.make_order(tests.id('brand'), tests.id('kol'), status);
  perform tests.act_as(tests.id(who));
  execute 'select public.' || call;
  return 'done';
exception when others then
  return sqlerrm;
end;
$$;
select is(pg_temp.refused(who, call, status), 'order_not_disputed', format('%s does not %s while %s', who, call, status))
from calls cross join unnest(array['in_progress', 'completed', 'settled']) as status;
