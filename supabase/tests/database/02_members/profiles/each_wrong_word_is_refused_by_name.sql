-- cast: ann kol
select tests.act_as(tests.id('ann'));
create function pg_temp.refused_by(change text) returns text language plpgsql as $$
declare
  v_constraint text;
begin
  execute 'update public.profiles set ' || change;
  return null;
exception when check_violation then
  get stacked diagnostics v_constraint = constraint_name;
  return v_constraint;
end;
$$;
select is(pg_temp.refused_by($$ bio = 'Fine' $$), null, 'what is right is not refused');
select is(pg_temp.refused_by($$ display_name = 'A' $$), 'profiles_display_name_length', $$ display_name = 'A' $$);
select is(pg_temp.refused_by($$ display_name = repeat('a', 61) $$), 'profiles_display_name_length', $$ display_name = repeat('a', 61) $$);
select is(pg_temp.refused_by($$ display_name = ' Ann' $$), 'profiles_display_name_printable', $$ display_name = ' Ann' $$);
select is(pg_temp.refused_by($$ bio = repeat('a', 2001) $$), 'profiles_bio_length', $$ bio = repeat('a', 2001) $$);
select is(pg_temp.refused_by($$ expertise = array_fill('a'::text, array[21]) $$), 'profiles_expertise_short', $$ expertise = array_fill('a'::text, array[21]) $$);
select is(pg_temp.refused_by($$ expertise = array[repeat('a', 61)] $$), 'profiles_expertise_short', $$ expertise = array[repeat('a', 61)] $$);
select is(pg_temp.refused_by($$ expertise = array[''] $$), 'profiles_expertise_short', $$ expertise = array[''] $$);
select is(pg_temp.refused_by($$ expertise = array[null]::text[] $$), 'profiles_expertise_short', $$ expertise = array[null]::text[] $$);
select is(pg_temp.refused_by($$ language = 'xx' $$), 'profiles_language_code', $$ language = 'xx' $$);
select is(pg_temp.refused_by($$ locale = 'EN' $$), 'profiles_locale_code', $$ locale = 'EN' $$);
select is(pg_temp.refused_by($$ platforms = '{myspace}' $$), 'profiles_lists_known', $$ platforms = '{myspace}' $$);
select is(pg_temp.refused_by($$ platforms = array[null]::text[] $$), 'profiles_lists_known', $$ platforms = array[null]::text[] $$);
select is(pg_temp.refused_by($$ categories = '{sports}' $$), 'profiles_lists_known', $$ categories = '{sports}' $$);
select is(pg_temp.refused_by($$ follower_counts = '[]' $$), 'profiles_follower_counts_valid', $$ follower_counts = '[]' $$);
select is(pg_temp.refused_by($$ follower_counts = '"x"' $$), 'profiles_follower_counts_valid', $$ follower_counts = '"x"' $$);
select is(pg_temp.refused_by($$ follower_counts = '{"myspace": 1}' $$), 'profiles_follower_counts_valid', $$ follower_counts = '{"myspace": 1}' $$);
select is(pg_temp.refused_by($$ follower_counts = '{"x": -1}' $$), 'profiles_follower_counts_valid', $$ follower_counts = '{"x": -1}' $$);
select is(pg_temp.refused_by($$ follower_counts = '{"x": 1.5}' $$), 'profiles_follower_counts_valid', $$ follower_counts = '{"x": 1.5}' $$);
select is(pg_temp.refused_by($$ follower_counts = '{"x": "many"}' $$), 'profiles_follower_counts_valid', $$ follower_counts = '{"x": "many"}' $$);
select is(pg_temp.refused_by($$ follower_counts = '{"x": null}' $$), 'profiles_follower_counts_valid', $$ follower_counts = '{"x": null}' $$);
select is(pg_temp.refused_by($$ follower_counts = '{"x": 10000000000}' $$), 'profiles_follower_counts_valid', $$ follower_counts = '{"x": 10000000000}' $$);
select is(pg_temp.refused_by($$ profile_image = 'javascript:alert(1)' $$), 'profiles_profile_image_is_own', $$ profile_image = 'javascript:alert(1)' $$);
