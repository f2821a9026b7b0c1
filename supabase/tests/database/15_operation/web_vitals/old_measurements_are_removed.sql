insert into private.web_vitals (day, route, device, release) select (now() at time zone 'utc')::date - n, 'order', 'phone', 'v1' from generate_series(27, 30) n;
select private.run_due_work();
select results_eq($$ select (now() at time zone 'utc')::date - day from private.web_vitals order by 1 $$, $$ values (27), (28) $$,
  'a measurement is kept for four weeks');
