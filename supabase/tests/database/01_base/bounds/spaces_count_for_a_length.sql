select is_empty($$ select conrelid::regclass || '.' || conname from pg_constraint
  where contype = 'c' and connamespace in ('public'::regnamespace, 'private'::regnamespace)
    and pg_get_constraintdef(oid) ~ 'length\(btrim\([^)]*\)\) (<=?|AND)' $$, 'spaces around a text count for its length');
