-- Returns the tables that refuse changes of that kind. Triggers for each row do not run when a table is
-- truncated, so a trigger for the statement is needed.
create function pg_temp.refusing(kind int) returns setof regclass language sql as $$
  select t.tgrelid::regclass from pg_trigger t
  where t.tgfoid = 'private.refuse_change'::regproc and t.tgqual is null and t.tgtype & kind <> 0 $$;
select ok((select count(*) from pg_temp.refusing(8)) > 30, 'more than thirty tables refuse the deletion of their rows');
select is_empty('select pg_temp.refusing(8) except select pg_temp.refusing(32)', 'every table that refuses deletions also refuses to be truncated');
select throws_ok('truncate private.borne_losses', 'PT403', 'append_only', 'the owner of the database cannot truncate such a table');
