-- Tests market_health about the server, whose facts are each read through a view that the test replaces.
create function pg_temp.health(name text) returns text language sql as $$
  select concat_ws(' ', h.is_fine, h.detail) from private.market_health() as h where h.name = health.name
$$;
select is(pg_temp.health('replication_lag'), 't no replica', 'a server alone has no replica that is behind');
select is(pg_temp.health('partitions'), 't no table is partitioned', 'no table of the market is partitioned');
select is(pg_temp.health('dead_rows'), 't no large table has many', 'a new database needs no vacuum');
select lives_ok('select * from private.replicas, private.replication_slots', 'the facts of replicas can be read on a server alone');

create table tests.replicas (name text, bytes numeric, seconds numeric);
create or replace view private.replicas as select * from tests.replicas;
create function pg_temp.with_replica(bytes numeric, seconds numeric) returns text language sql as $$
  delete from tests.replicas;
  insert into tests.replicas values ('near', 0, 0), ('far', bytes, seconds);
  select pg_temp.health('replication_lag')
$$;
select is(pg_temp.with_replica(1024, 59), 't far: 1024 bytes, 59 s behind; near: 0 bytes, 0 s behind', 'a replica may be less than a minute behind');
select is(pg_temp.with_replica(1024, 60), 'f far: 1024 bytes, 60 s behind; near: 0 bytes, 0 s behind', 'a replica that is a minute behind is too far behind');
select matches(pg_temp.with_replica(268435455, 0), '^t', 'a replica may lack less than 256 MB');
select matches(pg_temp.with_replica(268435456, 0), '^f', 'a replica that reports no delay is judged by the bytes that it lacks');

create table tests.slots (name text collate "C", is_lost boolean, unread_since timestamptz, bytes numeric);
create or replace view private.replication_slots as select * from tests.slots;
create function pg_temp.with_slot(is_lost boolean, unread interval, bytes numeric) returns text language sql as $$
  delete from tests.slots;
  insert into tests.slots values ('read', false, null, 0), ('x', is_lost, now() - unread, bytes);
  select pg_temp.health('replication_slots')
$$;
select is(pg_temp.with_slot(false, null, 1024), 't read: 0 bytes behind; x: 1024 bytes behind', 'a slot that is read is fine');
select matches(pg_temp.with_slot(false, null, 1073741824), '^f', 'a slot that holds a gigabyte of the log raises an alarm');
select matches(pg_temp.with_slot(true, null, 0), '^f .*x: 0 bytes behind, lost', 'a slot whose log was removed raises an alarm');
select matches(pg_temp.with_slot(false, '23 hours', 0), '^t', 'a reader may be away for less than a day');
select matches(pg_temp.with_slot(false, '1 day', 0), '^f .*x: 0 bytes behind, nobody has read it since 2', 'a slot that nobody has read for a day is reported by name');

create table tests.counted (name text collate "C", live bigint, dead bigint, vacuumed_at timestamptz);
create or replace view private.dead_rows as select * from tests.counted;
insert into tests.counted values ('public.messages', 1000000, 500000, null), ('public.offers', 10, 100000, null);
select is(pg_temp.health('dead_rows'), 't no large table has many', 'half of a table, or any part of a small one, may wait for vacuum');
insert into tests.counted values ('public.reviews', 1000000, 500001, '2026-01-02 03:04+00');
select matches(pg_temp.health('dead_rows'), '^f public.reviews: 500001 dead beside 1000000, last vacuumed 2026-01-0', 'more than half of a large table is bloat');

create table private.days (at timestamptz) partition by range (at);
select is(pg_temp.health('partitions'), 'f private.days: none for the end of next month', 'a partitioned table without partitions raises an alarm');
select is((select h.value from private.market_health() as h where h.name = 'partitions'), 1::numeric, 'a partitioned table without partitions is counted');
create function pg_temp.add_month(months int) returns void language plpgsql as $$
begin
  execute format('create table private.days_%s partition of private.days for values from (%L) to (%L)', months,
    date_trunc('month', now()) + make_interval(months => months), date_trunc('month', now()) + make_interval(months => months + 1));
end;
$$;
select pg_temp.add_month(0);
select matches(pg_temp.health('partitions'), '^f', 'a partition for this month alone raises an alarm');
select pg_temp.add_month(1);
select is(pg_temp.health('partitions'), 't there for next month', 'a partition for next month is enough');
create table private.kinds (kind text) partition by list (kind);
select is(pg_temp.health('partitions'), 't there for next month', 'a table that is not partitioned by time needs no partition for a month');
