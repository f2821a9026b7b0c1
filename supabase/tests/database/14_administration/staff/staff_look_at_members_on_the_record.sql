-- cast: ann kol, bob brand, sam staff, sue staff
select tests.make_invitee('ida', 'kol', tests.id('ann'));
select tests.make_invitee('ivo', 'kol', tests.id('ann'));
update public.profiles set is_approved = false where id = tests.id('ivo');
select tests.make_invitee('kin', 'kol', tests.id('sam'));
select tests.make_order(tests.id('bob'), tests.id('ann'), 'in_progress');
update auth.users set email = 'anna.long@mail.example.org' where id = tests.user_id(tests.id('ann'));
create function pg_temp.read(reason text default null) returns jsonb language sql as $$ select public.read_member(tests.id('ann'), reason) $$;
select tests.refused('sam', 'select pg_temp.read('' '')', 'PT422', 'reason_required', 'staff give a reason for a look at a member');
select tests.refused('sam', $$ select public.read_member(tests.id('kin'), 'x') $$, 'PT403', 'not_allowed', 'staff do not look at a member who is a case of their own');
select tests.act_as(tests.id('sam'));
select is(pg_temp.read('They asked for help.') #>> '{account,email}', 'a•••@m•••.org', 'staff read a masked address');
select is(pg_temp.read() #>> '{orders,rows,0,other}', 'Bob', 'a second look within the hour needs no reason, and shows orders with their other side');
select is(pg_temp.read() #> '{orders,rows,0}' ? 'brief', false, 'the orders of a member are listed without their terms');
select is(jsonb_path_query_array(pg_temp.read(), '$.invites.rows[*].name') @> '["Ida", "Ivo"]', true, 'staff read whom a member invited');
select is(pg_temp.read() #>> '{invites,tree}', '2', 'staff read how many members used a member''s invites');
select is_empty(format($$ select from tests.listed('%s') as l (item) where item ->> 'display_name' in ('Ida', 'Ivo') and item::text ~ 'Ann' $$, list),
  'the list of ' || list || ' does not name who invited somebody, because that would not be logged') from unnest('{members,approvals}'::text[]) as list;
select results_eq($$ select actor_id, details from public.staff_audit where action = 'read_member' $$,
  $$ values (tests.id('sam'), '{"reason": "They asked for help."}'::jsonb) $$, 'opening a member several times within an hour makes one row in the audit log, with the reason');
select tests.gets('sue', 'select pg_temp.read()', null, 'every member of staff gives a reason of their own');

select tests.refused('sam', $$ select public.add_staff_note(tests.id('ann'), ' ') $$, 'PT422', 'note_required', 'a note of staff has a text');
select tests.refused('sam', $$ select public.add_staff_note(tests.id('kin'), 'x') $$, 'PT403', 'not_allowed', 'staff write no note in a case of their own');
select tests.act_as(tests.id('sam'));
select public.add_staff_note(tests.id('ann'), ' Speaks for two. ');
select is(pg_temp.read() #>> '{notes,0,body}', 'Speaks for two.', 'staff read the notes of staff');
select public.add_staff_note(tests.id('ann'), 'Is kind.', key), public.add_staff_note(tests.id('ann'), ' Is kind. ', key) from gen_random_uuid() as key;
select is(jsonb_path_query_array(pg_temp.read(), '$.notes[*].body') - 'Speaks for two.', '["Is kind."]', 'a repeated request writes a note once');
select is((select count(*) from public.staff_audit where action = 'add_staff_note'), 2::bigint, 'a repeated note is recorded once');
select throws_ok(format('select public.add_staff_note(tests.id(%L), %L, %L)', name, body, pg_temp.read() #>> '{notes,0,id}'),
  'PT409', 'idempotency_key_reused', 'the idempotency key of a note cannot be used again for another note: ' || name || ', ' || body)
from (values ('ann', 'Is rude.'), ('bob', pg_temp.read() #>> '{notes,0,body}')) as other (name, body);
select tests.act_as_owner();
select throws_ok('update private.staff_notes set body = ''x''', 'PT403', 'append_only', 'a note of staff is not changed');
select tests.unguarded('public.staff_audit', $$ update public.staff_audit set created_at = now() - interval '61 minutes' where action = 'read_member' $$);
select tests.gets('sam', 'select pg_temp.read()', null, 'a reason is valid for an hour');
