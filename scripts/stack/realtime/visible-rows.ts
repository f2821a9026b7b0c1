/**
 * Asks several questions about rows in one round trip, each under the role and the claims of a
 * subscriber. A policy that raises an error shows that subscriber nothing. Lives in `pg_temp`:
 * the product's schema holds nothing of it.
 */
export const VISIBLE_ROWS = `
create or replace function pg_temp.visible_rows(
  checks jsonb, out check_no int, out row_no int, out is_gone boolean
) returns setof record language plpgsql as $$
declare
  v_check jsonb;
begin
  for v_check in select value from jsonb_array_elements(checks) loop
    begin
      perform set_config('request.jwt.claims', v_check ->> 'claims', true),
        set_config('role', v_check ->> 'role', true);
      return query execute v_check ->> 'statement'
        using (v_check ->> 'no')::int, v_check -> 'keys';
    exception when others then
      null;
    end;
    perform set_config('role', 'none', true);
  end loop;
end;
$$`
