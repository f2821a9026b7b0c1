-- An index over the rows that have a value serves a foreign key as well as one over all.
select is_empty($$
  select c.conrelid::regclass, c.conname
  from pg_constraint c
  where c.contype = 'f' and c.connamespace in ('public'::regnamespace, 'private'::regnamespace)
    and not exists (
      select from pg_index i
      where i.indrelid = c.conrelid and i.indisvalid
        and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
        and (i.indpred is null or (
          cardinality(c.conkey) = 1 and pg_get_expr(i.indpred, i.indrelid) = format('(%s IS NOT NULL)',
            (select a.attname from pg_attribute a where a.attrelid = c.conrelid and a.attnum = c.conkey[1]))))
    )
$$, 'removing a row never reads a whole table');
