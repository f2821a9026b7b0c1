select plan(6);
select is(has_schema_privilege(role, schema, 'create'), false, role || ' in ' || schema)
from unnest(array['anon', 'authenticated', 'service_role']) as role, unnest(array['public', 'private']) as schema;
