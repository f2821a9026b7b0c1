select is_empty($$
  select c.oid::regclass from pg_class c
  where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('v', 'm')
    and not coalesce(c.reloptions @> array['security_invoker=true'] or c.reloptions @> array['security_invoker=on'], false)
$$, 'no view lends the rights of its owner');
