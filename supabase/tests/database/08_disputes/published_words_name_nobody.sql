-- cast: brand brand, kol kol, stella staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
update public.profiles set display_name = 'Nora Quill' where id = tests.id('kol');
select is(private.has_name(summary, name), wanted, format('the name %s is %s in the summary: %s', name, case when wanted then 'named' else 'not named' end, summary)) from (values
  ('Half of the work was done.', 'the', false), ('Her partner waited.', 'Artner', false), ('Her partner waited.', 'Part', false), ('Élan waited.', 'Élan', true),
  ('By ali, late.', 'Ali', false), ('Ali''s post was late.', 'ali', true), ('Late (a.b*c+).', 'A.b*C+', true), ('Late: axbcc', 'a.b*c+', false),
  ('The work was late.', 'Work', false), ('The post of work was late.', 'work', true), ('The post of Work was late.', 'work', true), ('WORK was late.', 'Work', true),
  ('By eToro, late.', 'eToro', true), ('By nora99, late.', 'Nora99', true), ('Nora wrote with a quill.', 'Nora Quill', false), ('王伟迟到了。', '王伟', true), ('Ayşe''nin işi geç geldi.', 'AYŞE', true)) as c (summary, name, wanted);
select tests.act_as(tests.id('stella'));
select tests.hear();
select throws_ok($$ select public.resolve_dispute(tests.order_id(), 0, 'So.', summary => summary) from (values ('The post of nora quill was late.')) as s (summary) $$,
  'PT422', 'summary_names_member', 'a published summary cannot name a side in small letters');
select throws_ok($$ select public.resolve_dispute(tests.order_id(), 0, 'So.', summary => 'Nora Quill was late.') $$,
  'PT422', 'summary_names_member', 'a published summary cannot begin with the name of a side');
select throws_ok($$ select public.resolve_dispute(tests.order_id(), 0, 'So.', summary => 'See @somebody.') $$, 'PT422', 'summary_names_member', 'a published summary cannot have a handle');
select throws_ok($$ select public.resolve_dispute(tests.order_id(), 0, 'So.', summary => 'See https://a.b') $$, 'PT422', 'summary_names_member', 'a published summary cannot have a link');
select throws_ok($$ select public.resolve_dispute(tests.order_id(), 0, 'So.', category => 'whim') $$, '23514', null, 'a ruling must have a category of the list');
select lives_ok($$ select public.resolve_dispute(tests.order_id(), 0, 'So.') $$, 'a ruling can be without a published summary');
-- An agreement of the two sides after the ruling is not published as a precedent.
select tests.by('kol', $$ select public.propose_settlement(tests.order_id(), 100) $$);
select tests.by('brand', 'select public.accept_settlement(tests.order_id(), 100)');
select tests.gets('brand', 'select count(*) from public.precedents', '0', 'a ruling is not published when the sides agree after it');
-- A share of 33.3345 % is rounded once, not twice.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed', 200000);
select tests.by('stella', $$ select tests.hear(); select public.resolve_dispute(tests.order_id(), 66669, 'A third.') $$);
select tests.let_appeals_pass();
select results_eq('select creator_percent from public.precedents', 'values (33.33)', 'the share in a precedent is rounded to two digits');
