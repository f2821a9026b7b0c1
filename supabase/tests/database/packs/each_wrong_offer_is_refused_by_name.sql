begin;
select plan(14);
select tests.make_member('ann', 'kol');
select tests.make_pack(tests.id('ann'));
select tests.act_as(tests.id('ann'));
create function pg_temp.refused_by(change text) returns text language plpgsql as $$
declare
  v_constraint text;
begin
  execute 'update public.packs set ' || change;
  return null;
exception when check_violation or foreign_key_violation then
  get stacked diagnostics v_constraint = constraint_name;
  return v_constraint;
end;
$$;
select is(pg_temp.refused_by($$ title = 'Two threads' $$), null, 'what is right is not refused');
select is(pg_temp.refused_by($$ title = 'ab' $$), 'packs_title_length', $$ title = 'ab' $$);
select is(pg_temp.refused_by($$ title = repeat('a', 121) $$), 'packs_title_length', $$ title = repeat('a', 121) $$);
select is(pg_temp.refused_by($$ title = ' One thread' $$), 'packs_title_printable', $$ title = ' One thread' $$);
select is(pg_temp.refused_by($$ description = repeat('a', 4001) $$), 'packs_description_length', $$ description = repeat('a', 4001) $$);
select is(pg_temp.refused_by($$ platform = 'myspace' $$), 'packs_platform_known', $$ platform = 'myspace' $$);
select is(pg_temp.refused_by($$ price_minor = 0 $$), 'packs_price_positive', $$ price_minor = 0 $$);
select is(pg_temp.refused_by($$ price_minor = -5 $$), 'packs_price_positive', $$ price_minor = -5 $$);
select is(pg_temp.refused_by($$ price_minor = 1000000000000001 $$), 'packs_price_within_limit', $$ price_minor = 1000000000000001 $$);
select is(pg_temp.refused_by($$ delivery_days = 0 $$), 'packs_delivery_days_in_range', $$ delivery_days = 0 $$);
select is(pg_temp.refused_by($$ delivery_days = 91 $$), 'packs_delivery_days_in_range', $$ delivery_days = 91 $$);
select is(pg_temp.refused_by($$ revisions = -1 $$), 'packs_revisions_in_range', $$ revisions = -1 $$);
select is(pg_temp.refused_by($$ revisions = 11 $$), 'packs_revisions_in_range', $$ revisions = 11 $$);
select is(pg_temp.refused_by($$ currency = 'DOGE' $$), 'packs_currency_fkey', $$ currency = 'DOGE' $$);
select * from finish();
rollback;
