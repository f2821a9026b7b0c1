select plan(23);
select tests.make_member(name, 'brand') from unnest(array['bob', 'eve']) as name;
select tests.make_member('ann', 'kol');
select is(private.setting('brief_templates_per_brand'), 50::numeric, 'a brand keeps fifty');
update private.settings set value = 2 where key = 'brief_templates_per_brand';
select tests.act_as(tests.id('bob'));
insert into public.brief_templates (name, message, goal, dos, donts, links)
values (' Launch ', 'Say it simply.', 'Sign-ups.', '{Smile}', '{Promise profit}', '{https://a.example}');
select is((select name from public.brief_templates), 'Launch', 'a template has a trimmed name');
select throws_ok($$ insert into public.brief_templates (name) values ('Launch ') $$, '23505', null, 'which it has alone');
select throws_ok($$ insert into public.brief_templates (brand_id, name) values (tests.id('eve'), 'Hers') $$, '42501', null,
  'and belongs to the brand that writes it');
select throws_ok('insert into public.brief_templates (name, ' || wrong.column_name || ') values (''Wrong'', ' || wrong.value || ')',
  '23514', 'new row for relation "brief_templates" violates check constraint "brief_templates_' || wrong.rule || '"', wrong.rule)
from (values ('goal', $$repeat('x', 501)$$, 'goal_length'), ('message', $$repeat('x', 5001)$$, 'message_length'),
  ('dos', $$array[repeat('x', 301)]$$, 'dos_short'), ('donts', $$array_fill('x'::text, '{21}')$$, 'donts_short'),
  ('links', $$array_fill('https://a.example'::text, '{21}')$$, 'links_short'),
  ('links', $$'{javascript:alert(1)}'$$, 'links_are_addresses')) as wrong (column_name, value, rule);
select throws_ok($$ insert into public.brief_templates (name) values (' ') $$, '23514', null, 'a name has a character');
select throws_ok(format($$ insert into public.brief_templates (name) values ('a%sb') $$, chr(8203)), '23514', null, 'that can be seen');
select lives_ok($$ insert into public.brief_templates (name) values ('Two') $$, 'up to the limit');
select throws_ok($$ insert into public.brief_templates (name) values ('Three') $$, 'PT409', 'brief_templates_full', 'no more');
select lives_ok($$ update public.brief_templates set name = 'Second ', goal = 'Reach.' where name = 'Two' $$, 'the brand changes it');
select is((select name from public.brief_templates where goal = 'Reach.'), 'Second', 'under another name');
select tests.act_as_owner();
update public.brief_templates set updated_at = now() - interval '1 day';
select set_eq('select updated_at from public.brief_templates', array[now()], 'which is dated');
select tests.act_as(tests.id('bob'));
select throws_ok($$ update public.brief_templates set brand_id = tests.id('eve') $$, '42501', null, 'and does not give it away');
select tests.act_as(tests.id('eve'));
select is_empty('select 1 from public.brief_templates', 'another brand reads nothing');
select is_empty($$ update public.brief_templates set name = 'x' returning 1 $$, 'changes nothing');
select is_empty('delete from public.brief_templates returning 1', 'removes nothing');
select tests.act_as(tests.id('ann'));
select throws_ok($$ insert into public.brief_templates (name) values ('Mine') $$, '42501', null, 'creators write no briefs');
select tests.act_as(tests.id('bob'));
select isnt_empty('delete from public.brief_templates returning 1', 'the brand removes its own');
