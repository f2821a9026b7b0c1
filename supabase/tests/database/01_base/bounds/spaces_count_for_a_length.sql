select is_empty($$ select conrelid::regclass || '.' || conname from pg_constraint
  where contype = 'c' and connamespace in ('public'::regnamespace, 'private'::regnamespace)
    and pg_get_constraintdef(oid) ~ 'length\(btrim\([^)]*\)\) (<=?|AND)' $$, 'no constraint removes the spaces around a text before it measures the length');
