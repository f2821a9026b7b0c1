-- Clocks that are stopped now have the whole new limit from now on: nobody was told of an earlier one.
alter table public.pack_orders
  add column clock_resumes_at timestamptz,
  add column clock_stopped_seconds bigint not null default 0;
update public.pack_orders set clock_resumes_at = now() + interval '30 days' where clock_stopped_at is not null;
