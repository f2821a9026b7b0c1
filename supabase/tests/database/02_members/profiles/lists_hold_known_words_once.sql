-- cast: ann kol
select plan(2 * cardinality(array(select json_object_keys(private.member_lists()))));
create function pg_temp.stored(list text, words text[]) returns text[] language plpgsql as $$
declare
  v_stored text[];
begin
  execute format('update public.profiles set %1$I = $1 returning %1$I', list) into v_stored using words;
  return v_stored;
end;
$$;
select is(pg_temp.stored(list, words[2] || words[1:2]), array(select unnest(words[1:2]) order by 1), list || ' holds each known word once')
from json_object_keys(private.member_lists()) as list, private.words(list) as words;
select throws_ok(format('select pg_temp.stored(%L, %L)', list, '{nowhere}'), '23514', null, list || ' holds no unknown word')
from json_object_keys(private.member_lists()) as list;
