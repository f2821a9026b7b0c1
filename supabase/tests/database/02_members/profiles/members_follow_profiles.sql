-- cast: ann kol unapproved
select is_empty('select * from public.members', 'not before the approval');
update public.profiles set is_approved = true where id = tests.id('ann');
select results_eq('select id, display_name from public.members', $$ values (tests.id('ann'), 'Ann') $$, 'with it');
update public.profiles set display_name = 'Anna', follower_counts = '{"x": 7}', rating = 4.5 where id = tests.id('ann');
select results_eq('select display_name, follower_total, rating from public.members', $$ values ('Anna', 7::bigint, 4.50) $$, 'changes arrive');
update public.profiles set suspended_at = now() where id = tests.id('ann');
select is_empty('select * from public.members', 'not while suspended');
update public.profiles set suspended_at = null where id = tests.id('ann');
select isnt_empty('select * from public.members', 'back again');
update public.profiles set is_approved = false where id = tests.id('ann');
select is_empty('select * from public.members', 'not without approval');
