-- How fast screens are for the people who use them: a share of the visits measures LCP, INP and CLS (web.dev/vitals). A row
-- says nothing of who it was: no session, no address of a page, no network address.
create table private.web_vitals (
  id bigint generated always as identity primary key,
  day date not null,
  -- The name of a route of the client, such as order.
  route text not null,
  device text not null,
  release text not null,
  lcp_ms real,
  inp_ms real,
  cls real,
  constraint web_vitals_day_finite check (isfinite(day)),
  constraint web_vitals_route_is_name check (route ~ '^[a-zA-Z]{1,40}$'),
  constraint web_vitals_device_known check (device in ('phone', 'tablet', 'desktop')),
  constraint web_vitals_release_is_name check (release ~ '^[\w.+-]{1,60}$'),
  constraint web_vitals_values_possible
    check (lcp_ms between 0 and 600000 and inp_ms between 0 and 600000 and cls between 0 and 100)
);
comment on table private.web_vitals is 'How fast a screen was for one visit of many; a visit may lack some of the three values.';
create index web_vitals_day on private.web_vitals (day);
alter table private.web_vitals enable row level security;

-- Visitors call it, and so do members, without saying who they are. What it writes in a day is limited, so that
-- nobody can fill the table.
create function private.record_web_vitals(route text, device text, release text, lcp_ms real, inp_ms real, cls real) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_given(route, device, release);
  perform private.rate_limit('web_vitals', coalesce(encode(private.hash_of_network(private.client_address()), 'hex'), ''), private.setting('web_vitals_of_network')::int, interval '1 day');
  perform private.rate_limit('web_vitals_of_all', '', private.setting('web_vitals_of_all')::int, interval '1 day');
  insert into private.web_vitals (day, route, device, release, lcp_ms, inp_ms, cls)
  values ((private.clock() at time zone 'utc')::date, record_web_vitals.route, record_web_vitals.device, record_web_vitals.release,
    record_web_vitals.lcp_ms, record_web_vitals.inp_ms, record_web_vitals.cls);
exception when check_violation then
  raise exception 'report_malformed' using errcode = 'PT422';
end;
$$;

create function public.record_web_vitals(
  route text, device text, release text, lcp_ms real default null, inp_ms real default null, cls real default null
) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.record_web_vitals(route, device, release, lcp_ms, inp_ms, cls)
$$;
comment on function public.record_web_vitals is 'Visitors: stores how fast a screen was, by the name of its route. Limited per network and in all.';
grant execute on function private.record_web_vitals, public.record_web_vitals to anon;

create type public.screen_speed as (route text, metric text, p75 real, visits int);

-- "Good" are up to 2.5 s, 200 ms and 0.1; the order is by how far a screen is from that.
create function private.screen_speeds() returns setof public.screen_speed
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return query
  select v.route, m.metric, (percentile_cont(0.75) within group (order by m.value))::real, count(*)::int
  from private.web_vitals v
  cross join lateral (values ('LCP', v.lcp_ms, 2500), ('INP', v.inp_ms, 200), ('CLS', v.cls, 0.1)) as m (metric, value, good)
  where m.value is not null and v.day > (private.clock() at time zone 'utc')::date - 28
  group by v.route, m.metric, m.good
  having count(*) >= private.setting('web_vitals_least')
  order by percentile_cont(0.75) within group (order by m.value) / m.good desc, v.route
  limit 100;
end;
$$;

create function public.screen_speeds() returns setof public.screen_speed
language sql stable security invoker set search_path = '' as $$
  select * from private.screen_speeds()
$$;
comment on function public.screen_speeds is 'Staff: how fast screens were for three of four visits of 28 days; the worst first.';
grant execute on function private.screen_speeds, public.screen_speeds to authenticated;

create function private.purge_web_vitals(at timestamptz, batch int) returns void
language sql volatile security definer set search_path = '' as $$
  delete from private.web_vitals v where v.id = any (array(
    select o.id from private.web_vitals o
    where o.day < (at at time zone 'utc')::date - private.setting('web_vitals_kept')::int
    order by o.day limit batch))
$$;
comment on function private.purge_web_vitals is 'Removes a batch of measurements that are no longer read.';

insert into private.settings (key, value, unit, meaning, min_value, max_value, is_public) values
  ('web_vitals_of_network', 300, 'count', 'Measurements of speed that one network may send in a day.', 0, 10000, false),
  ('web_vitals_of_all', 20000, 'count', 'Measurements of speed that are stored in a day.', 0, 1000000, false),
  ('web_vitals_least', 20, 'count', 'Visits from which a screen is listed with its speed.', 1, 10000, false),
  ('web_vitals_kept', 28, 'days', 'How long a measurement of speed is kept.', 28, 365, true)
on conflict (key) do nothing;
