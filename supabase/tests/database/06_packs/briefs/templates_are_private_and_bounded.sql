-- cast: bob brand
select is(private.setting('brief_templates_per_brand'), 50::numeric, 'a brand may keep fifty templates');
update private.settings set value = 2 where key = 'brief_templates_per_brand';
select tests.act_as(tests.id('bob'));
insert into public.brief_templates (name, message, goal, dos, donts, links)
values (' Launch ', 'Say it simply.', 'Sign-ups.', '{Smile}', '{Promise profit}', '{https://a.example}');
select is((select name from public.brief_templates), 'Launch', 'the name of a template is trimmed');
select throws_ok($$ insert into public.brief_templates (name) values ('Launch ') $$, '23505', null, 'two templates of a brand cannot have one name');
select throws_ok('insert into public.brief_templates (name, ' || wrong.column_name || ') values (''Wrong'', ' || wrong.value || ')',
  '23514', 'new row for relation "brief_templates" violates check constraint "brief_templates_' || wrong.rule || '"', 'the constraint ' || wrong.rule || ' refuses a wrong template')
from (values ('goal', $$repeat('x', 501)$$, 'goal_length'), ('message', $$repeat('x', 5001)$$, 'message_length'),
  ('dos', $$array[repeat('x', 301)]$$, 'dos_short'), ('donts', $$array_fill('x'::text, '{21}')$$, 'donts_short'),
  ('links', $$array_fill('https://a.example'::text, '{21}')$$, 'links_short'),
  ('links', $$'{javascript:alert(1)}'$$, 'links_are_addresses')) as wrong (column_name, value, rule);
select throws_ok($$ insert into public.brief_templates (name) values (' ') $$, '23514', null, 'a template without a name is refused');
select throws_ok(format($$ insert into public.brief_templates (name) values ('a%sb') $$, chr(8203)), '23514', null, 'a name of a template with a hidden character is refused');
select lives_ok($$ insert into public.brief_templates (name) values ('Two') $$, 'a brand can add a template up to the limit');
select throws_ok($$ insert into public.brief_templates (name) values ('Three') $$, 'PT409', 'brief_templates_full', 'a brand cannot add a template above the limit');
select lives_ok($$ update public.brief_templates set name = 'Second ', goal = 'Reach.' where name = 'Two' $$, 'a brand can change a template');
select is((select name from public.brief_templates where goal = 'Reach.'), 'Second', 'the new name of a template is trimmed');
select tests.act_as_owner();
update public.brief_templates set updated_at = now() - interval '1 day';
select set_eq('select updated_at from public.brief_templates', array[now()], 'a change of a template is dated');
update private.settings set value = 50 where key = 'brief_templates_per_brand';
select tests.refused('bob', $$ insert into public.brief_templates (name, message, links) select 'Long', repeat('x', 5000), array_agg('https://example.com/' || n || repeat('y', 1900)) from generate_series(1, 20) n $$,
  '23514', null, 'a brief whose parts together are too long is refused');
