-- Compares the places of rows (ctid): within one transaction every version has the same xmin.
select tests.make_member('ann', 'kol');
create temporary table before as
select m.ctid as member, c.ctid as creator, n.ctid as name
from public.members m, private.creators c, private.profile_names n;
update public.profiles set invites_left = invites_left + 1, trust_level = 'normal' where id = tests.id('ann');
select is((select ctid from public.members), (select member from before), 'the row of members was not rewritten');
select is((select ctid from private.profile_names), (select name from before), 'nor the name');
update public.members set completed_orders = completed_orders + 1 where id = tests.id('ann');
select is((select ctid from private.creators), (select creator from before), 'nor what is searched, by a completed order');
update public.profiles set bio = 'New' where id = tests.id('ann');
select is((select bio from public.members), 'New', 'a change that shows is');
select isnt((select ctid from private.creators), (select creator from before), 'and searched');
select is((select ctid from private.profile_names), (select name from before), 'but is no new name');
