-- cast: ann kol, bob kol, sam staff, sue staff, joe staff
create function pg_temp.propose(name text, who text default 'ann') returns void language sql as $$
  select tests.by(name, format($p$ select public.propose_staff_act('set_trust_level', '{"profile_id": "%s", "trust_level": "trusted"}') $p$, tests.id(who)))
$$;
create function pg_temp.ended() returns setof text language sql security definer as $$
  select concat_ws(' ', coalesce(t.name, 'market'), a.details ->> 'action', a.details ->> 'ended_because')
  from public.staff_audit a left join tests.people t on t.profile_id = a.actor_id where a.action = 'end_proposal' order by 1
$$;
select pg_temp.propose('sam');
select tests.by('sam', $$ select public.withdraw_staff_proposal(id) from public.staff_proposals where status = 'open' $$);
select is_empty('select pg_temp.ended()', 'a proposal that its author withdraws is not recorded as ended by itself');
savepoint withdrawn;
select pg_temp.propose('sam');
select tests.by('joe', $$ select public.suspend_profile(tests.id('ann'), false, 'spam', 'Spam.') $$);
select results_eq('select pg_temp.ended()', array['market set_trust_level member_held'], 'a suspension ends a proposal about the suspended member, and the log says why');
select tests.act_as(tests.id('sue'));
select results_eq($$ select (i #> '{details}') - 'subject', i ->> 'member' from jsonb_array_elements(public.staff_list('audit', '{"kind": "end_proposal"}') -> 'rows') as i $$,
  $$ values (jsonb_build_object('action', 'set_trust_level', 'proposed_by', tests.id('sam'), 'ended_because', 'member_held'), 'Ann') $$, 'staff read in the log why a proposal ended');
rollback to withdrawn;
select pg_temp.propose('sam');
select tests.act_as_owner();
update public.profiles set is_staff = false where id = tests.id('sam');
select pg_temp.propose('sue');
select results_eq('select pg_temp.ended()', array['market set_trust_level author_out'], 'a proposal ends when its author is no longer of staff');
rollback to withdrawn;
select pg_temp.propose('sam');
select tests.act_as_owner();
select tests.unguarded('public.staff_proposals', $$ update public.staff_proposals set expires_at = now() - interval '1 hour' where status = 'open' $$);
select pg_temp.propose('sue');
select results_eq('select pg_temp.ended()', array['market set_trust_level expired'], 'a proposal ends when nobody confirmed it in time');
rollback to withdrawn;
select tests.by('sam', $$ select public.propose_staff_act('suspend_profile', jsonb_build_object('profile_id', tests.id('bob'), 'category', 'spam', 'note', 'x', 'without_end', true)) $$);
select tests.unguarded('public.staff_proposals', $$ update public.staff_proposals set arguments = arguments || '{"category": "gone"}' where status = 'open' $$);
select tests.by('sue', $$ select public.propose_staff_act('suspend_profile', jsonb_build_object('profile_id', tests.id('bob'), 'category', 'spam', 'note', 'y', 'without_end', true)) $$);
select results_eq('select pg_temp.ended()', array['market suspend_profile suspension_category_unknown'], 'a proposal whose act would now be refused ends, and the log has the refusal');
