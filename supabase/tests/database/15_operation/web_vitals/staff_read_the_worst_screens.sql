-- cast: sam staff, bob brand
update private.settings set value = 4 where key = 'web_vitals_least';
insert into private.web_vitals (day, route, device, release, lcp_ms, inp_ms, cls)
select current_date - 27, r.route, 'desktop', 'v1', r.lcp + n, r.inp, r.cls
from (values ('order', 5000, null::real, 0.05::real), ('discover', 1000, 300, null)) r (route, lcp, inp, cls), generate_series(0, 300, 100) n;
insert into private.web_vitals (day, route, device, release, lcp_ms)
select current_date - 28, 'landing', 'phone', 'v1', 9000 from generate_series(1, 4)
union all select current_date, 'rare', 'phone', 'v1', 9000 from generate_series(1, 3);
select tests.finds('sam', $$ select route, metric, p75, visits from public.screen_speeds() $$,
  $$ values ('order', 'LCP', 5225::real, 4), ('discover', 'INP', 300::real, 4), ('order', 'CLS', 0.05::real, 4), ('discover', 'LCP', 1225::real, 4) $$,
  'the list has the value that three of four visits stay below, over four weeks, the worst screen first', 'aal2');
