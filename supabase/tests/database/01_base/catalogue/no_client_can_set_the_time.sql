-- Lists parameters that take a time as data. No other parameter may take a time, because a member who sets the
-- clock could end a hold, a review or a window at will.
create temporary table data_of_time as
select * from (values
  ('create_invite', 'expires_at', 'until when the code is valid'),
  ('make_offer', 'expires_at', 'until when the offer stands'),
  ('place_order', 'wished_on', 'a wish of the brand, which starts no clock'),
  ('edit_brief', 'wished_on', 'a wish of the brand, which starts no clock'),
  ('save_company', 'birth_date', 'when a member was born'),
  ('trial_balance', 'month', 'the month to be read'),
  ('journal', 'month', 'the month to be read'),
  ('close_month', 'month', 'the month to be closed, which must be over'),
  ('import_statement', 'begins_at', 'when the statement of the bank begins'),
  ('import_statement', 'ends_at', 'when it ends'),
  ('days_to_pay', 'at', 'until when, from a function that passes the clock'),
  ('creator_record', 'at', 'until when the record goes, from a function that passes none'),
  ('money_moves', 'since', 'the first day to be read'),
  ('money_moves', 'until', 'the last day to be read'),
  ('money_figures', 'since', 'the first period to be read'),
  ('money_figures', 'until', 'the last period to be read'),
  ('market_figures', 'since', 'the first period to be read'),
  ('market_figures', 'until', 'the last period to be read'),
  ('inbox', 'before', 'where the last page ended'),
  ('list_notifications', 'before', 'where the last page ended')
) as d (function, parameter, meaning);
create temporary view parameters_of_time as
select p.oid, p.proname::text as function, coalesce(p.proargnames[a.position], '') as parameter
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace and n.nspname in ('public', 'private')
cross join unnest(p.proargtypes::oid[]) with ordinality as a (type, position)
where a.type in ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype, 'tstzrange'::regtype)
  and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'));
select is_empty($$
  select t.oid::regprocedure, t.parameter from parameters_of_time t
  where (t.function, t.parameter) not in (select d.function, d.parameter from data_of_time d)
$$, 'no function that members can call takes the time of the clock');
select set_eq('select function, parameter from parameters_of_time', 'select function, parameter from data_of_time',
  'every exception to the rule exists');
select is_empty($$
  select p.oid::regprocedure from pg_proc p
  where p.pronamespace = 'public'::regnamespace and 'at' = any (p.proargnames) and p.proname <> 'run_due_work'
$$, 'run_due_work alone takes a time in the API, from the service role');
