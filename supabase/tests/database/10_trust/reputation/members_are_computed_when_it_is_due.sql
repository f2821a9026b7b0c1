-- cast: ann kol, ben kol, cid kol, dan kol, eve kol, brand brand
create function pg_temp.due() returns text language sql as $$
  select string_agg(t.name || ' in ' || (extract(epoch from r.due_at - now()) / 3600)::int, ', ' order by r.due_at, t.name)
  from private.reassessments r join tests.people t on t.profile_id = r.profile_id
$$;
update public.profiles set created_at = now() - interval '1 year';
delete from private.reassessments;
select private.request_reassessment(tests.id(name), now() + make_interval(hours => hours))
from (values ('ann', 2), ('ben', 1), ('ben', 3), ('ben', 5), ('cid', 3), ('dan', 4)) as r (name, hours);
select is(private.work_reassessments(now(), 9), 0, 'no assessment is made before it is due');
select is(private.work_reassessments(now() + interval '3 hours', 1), 1, 'as many assessments are made as were asked for');
select is(pg_temp.due(), 'ann in 2, cid in 3, dan in 4', 'the assessment that waited longest is made first, with the later ones of its member');

-- Makes a computation fail, which is then tried again in an hour, and does not stop the others.
create function pg_temp.refuse() returns trigger language plpgsql as $$
begin
  raise exception 'broken';
end;
$$;
create trigger refuse before insert on private.standings for each row when (NEW.profile_id = tests.id('cid')) execute function pg_temp.refuse();
select private.request_reassessment(tests.id('cid'), now() + interval '9 hours');
select private.request_reassessment(tests.id('eve'), now() + interval '3 hours' + interval '1 second');
set local client_min_messages = error;
select is(private.work_reassessments(now() + interval '3 hours', 9), 2, 'assessments that are due are made although one fails');
select is(pg_temp.due(), 'eve in 3, cid in 4, dan in 4, cid in 9', 'an assessment that fails is due again an hour later');
drop trigger refuse on private.standings;
delete from private.reassessments;

-- When a member's level of trust changes, the members whom they reviewed are assessed again.
select private.override_trust(tests.id('brand'), 'trusted');
insert into public.reviews (order_id, author_id, subject_id, rating, reveals_at, visible_at)
select tests.put_order(tests.id('brand'), tests.id(subject)), tests.id('brand'), tests.id(subject), 5, now(), case when visible then now() end
from (values ('ann', true), ('ann', true), ('ben', false)) as r (subject, visible);
insert into public.reviews (order_id, author_id, subject_id, rating, reveals_at, visible_at)
values (tests.put_order(tests.id('brand'), tests.id('dan')), tests.id('dan'), tests.id('brand'), 5, now(), now()),
  (tests.put_order(tests.id('brand'), tests.id('eve')), tests.id('eve'), tests.id('dan'), 5, now(), now());
select is(trust_level, 'trusted', 'staff can fix the trust of a member') from public.profiles where id = tests.id('brand');
select is(pg_temp.due(), null, 'a member who reviewed nobody has nobody to assess again');
select private.override_trust(tests.id('brand'), 'normal');
select is(pg_temp.due(), 'ann in 0', 'members are assessed again when the trust of their reviewer changes');
select private.reassess(tests.id('brand'), now());
select is(pg_temp.due(), 'ann in 0', 'members are not assessed again while the trust of their reviewer is unchanged');
select is(trust_level, 'normal', 'an assessment does not change a trust that staff fixed') from public.profiles where id = tests.id('brand');
delete from private.reassessments;

update public.profiles set created_at = now() - interval '10 hours' where id = tests.id('brand');
select private.reassess(tests.id('brand'), now());
select is(pg_temp.due(), 'brand in ' || 30 * 24 - 10, 'a young member is assessed again at the minimum age');
select private.reassess(tests.id('brand'), now());
select is(pg_temp.due(), 'brand in ' || 30 * 24 - 10, 'a young member is assessed again only once');
select private.request_reassessment(tests.id('ben'), now());
delete from auth.users where id = tests.user_id(tests.id('brand'));
select private.override_trust(tests.id('brand'), null);
select is(pg_temp.due(), 'ben in 0', 'a deleted member is not assessed again');
select is(trust_level, 'normal', 'a deleted member keeps their trust') from public.profiles where id = tests.id('brand');
