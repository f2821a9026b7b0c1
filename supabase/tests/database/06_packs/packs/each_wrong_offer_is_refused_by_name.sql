-- cast: ann kol
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
select is(pg_temp.refused_by($$ deliverables = array_fill('One post'::text, array[21]) $$), 'packs_deliverables_short', 'too many deliverables');
select is(pg_temp.refused_by($$ deliverables = array[repeat('a', 201)] $$), 'packs_deliverables_short', 'a deliverable that is too long');
select is(pg_temp.refused_by($$ deliverables = array['One ' || chr(10) || 'post'] $$), 'packs_deliverables_short', 'a deliverable of two lines');
select is(pg_temp.refused_by($$ usage_rights = 'some' $$), 'packs_usage_rights_known', $$ usage_rights = 'some' $$);
select is(pg_temp.refused_by($$ disclosure = 'whispered' $$), 'packs_disclosure_known', $$ disclosure = 'whispered' $$);
select is(pg_temp.refused_by($$ stay_up_days = 0 $$), 'packs_stay_up_days_in_range', $$ stay_up_days = 0 $$);
select is(pg_temp.refused_by($$ stay_up_days = 3651 $$), 'packs_stay_up_days_in_range', $$ stay_up_days = 3651 $$);
select is(pg_temp.refused_by($$ deliverables = array_fill(repeat('a', 200), array[20]), usage_rights = 'all',
  disclosure = 'spoken', stay_up_days = 3650, needs_draft = true $$), null, 'the most that may be promised');
