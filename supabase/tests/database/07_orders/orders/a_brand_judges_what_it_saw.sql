-- cast: brand brand, kol kol
select plan(10);
create function pg_temp.work_in(status text) returns void language plpgsql as $$
begin
  perform case status when 'milestone' then tests.make_milestones(tests.id('brand'), tests.id('kol'), 'delivered', '{4000,6000}')
    else tests.make_order(tests.id('brand'), tests.id('kol'), status) end;
  perform tests.act_as_owner();
  insert into public.order_deliveries (order_id, note, created_at) values (tests.order_id(), 'The first.', now() - interval '1 hour');
end;
$$;
create function pg_temp.act(name text, work text) returns text language sql as $$
  select format('select (public.%s(%L%s, delivery_id => %L)).id', name, tests.order_id(),
    case name when 'request_revision' then ', ''Shorter.''' when 'request_draft_changes' then ', ''Shorter.'''
      when 'accept_milestone' then format(', %L', (private.next_milestone(tests.order_id())).id) else '' end,
    (select d.id from public.order_deliveries d where d.order_id = tests.order_id() and (d.note = 'The first.') = (work = 'first')))
$$;
create function pg_temp.judge(name text, status text) returns setof text language plpgsql as $$
begin
  perform pg_temp.work_in(judge.status);
  return next tests.refused('brand', pg_temp.act(name, 'first'), 'PT409', 'delivery_changed', name || ' is refused about work that other work has replaced');
  return next tests.allowed('brand', pg_temp.act(name, 'second'), name || ' is possible about the last one');
end;
$$;
select pg_temp.judge(name, status) from (values ('complete_order', 'delivered'), ('request_revision', 'delivered'), ('accept_milestone', 'milestone'),
  ('approve_draft', 'draft_review'), ('request_draft_changes', 'draft_review')) as acts (name, status);
