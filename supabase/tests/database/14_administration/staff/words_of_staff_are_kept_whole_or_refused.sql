-- cast: ann kol, bob brand, sam staff
select tests.make_order(tests.id('bob'), tests.id('ann'), 'in_progress');
create function pg_temp.too_long(act text, short text) returns text language sql as $$
  select tests.refused('sam', act, '23514', (
    select format('new row for relation "%s" violates check constraint "%s"', r.relname, short)
    from pg_constraint c join pg_class r on r.oid = c.conrelid where c.conname = short), 'a text that is too long is refused and not cut: ' || act)
$$;
select pg_temp.too_long($$ select public.add_staff_note(tests.id('ann'), repeat('x', 2001)) $$, 'staff_notes_body_length');
select pg_temp.too_long($$ select public.read_member(tests.id('ann'), repeat('x', 2001)) $$, 'staff_audit_reason_length');
select pg_temp.too_long($$ select public.read_order(tests.order_id(), repeat('x', 2001)) $$, 'staff_audit_reason_length');
select tests.by('sam', $$ select public.suspend_profile(tests.id('ann'), false, 'spam', 'x') $$);
select pg_temp.too_long($$ select public.unsuspend_profile(tests.id('ann'), repeat('x', 2001)) $$, 'staff_audit_note_length');
select pg_temp.too_long($$ select public.propose_staff_act('suspend_profile', jsonb_build_object('profile_id', tests.id('bob'), 'category', 'spam', 'note', repeat('x', 8000))) $$,
  'staff_proposals_arguments_short');
select tests.by('sam', $$ select public.unsuspend_profile(tests.id('ann'), repeat('n', 2000)), public.add_staff_note(tests.id('ann'), repeat('s', 2000)),
  public.read_order(tests.order_id(), repeat('o', 2000)) $$);
select tests.gets('sam', $$ select public.read_member(tests.id('ann'), repeat('r', 2000)) #>> '{notes,0,body}' $$, repeat('s', 2000), 'a long note is stored completely');
select results_eq($$ select coalesce(details ->> 'note', details ->> 'reason') from public.staff_audit where action in ('unsuspend_profile', 'read_order', 'read_member') order by 1 $$,
  $$ select repeat(letter, 2000) from unnest('{n,o,r}'::text[]) as letter $$, 'all texts of an act are stored completely');
select is_empty($$ select p.proname from pg_proc p where p.pronamespace = 'private'::regnamespace and p.prosrc ~ '''(note|reason)'', left\(' $$, 'no function of an act shortens a note or a reason');
