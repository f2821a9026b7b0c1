-- cast: ann kol unapproved, bob brand, sam staff
select tests.act_as(tests.id('sam'));
select results_eq($$select display_name from tests.profiles(list => 'approvals')$$, array['Ann'], 'staff read who waits for approval');
select results_eq('select display_name from tests.profiles() order by 1', array['Ann', 'Bob', 'Sam'], 'staff find members of every state');
select results_eq($$ select display_name from tests.profiles('%n') $$, '{}'::text[], 'a wildcard in a query of staff is read as a plain character');
select is((select count(*) from (select to_jsonb(p) as row from tests.profiles() as p) as found
  where row ? 'referral_code' or row ? 'user_id'), 0::bigint, 'find_profiles returns neither referral codes nor user ids');
