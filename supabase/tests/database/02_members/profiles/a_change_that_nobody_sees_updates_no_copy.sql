-- Stores where the rows are (ctid), to see later which were rewritten. Within one transaction every version of
-- a row has the same xmin, so that would not show it.
-- cast: ann kol
create temporary table before as
select m.ctid as member, c.ctid as creator, n.ctid as name
from public.members m, private.creators c, private.profile_names n;
update public.profiles set invites_left = invites_left + 1, trust_level = 'normal' where id = tests.id('ann');
select is((select ctid from public.members), (select member from before), 'a change of quota and trust level does not rewrite the row of members');
select is((select ctid from private.profile_names), (select name from before), 'a change of quota and trust level does not rewrite the name');
update public.members set completed_orders = completed_orders + 1 where id = tests.id('ann');
select is((select ctid from private.creators), (select creator from before), 'a completed order does not rewrite the creator''s row in the search');
update public.profiles set bio = 'New' where id = tests.id('ann');
select is((select bio from public.members), 'New', 'a change of the biography is shown to members');
select isnt((select ctid from private.creators), (select creator from before), 'a change of the biography rewrites the creator''s row in the search');
select is((select ctid from private.profile_names), (select name from before), 'a change of the biography does not rewrite the name');
