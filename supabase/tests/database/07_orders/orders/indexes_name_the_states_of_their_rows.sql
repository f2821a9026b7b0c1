-- The condition of an index cannot read order_statuses; it must name the same states.
select is(pg_get_expr(i.indpred, i.indrelid),
  (select format('(status = ANY (ARRAY[%s]))', string_agg(format('%L::text', s.status), ', ' order by s.position))
    from public.order_statuses s where s.phase = 'disputed'),
  'pack_orders_disputed covers every state of a dispute')
from pg_index i where i.indexrelid = 'public.pack_orders_disputed'::regclass;
select isnt(strpos(pg_get_viewdef('private.staff_disputes'), replace(pg_get_expr(i.indpred, i.indrelid), '(status', '(o.status')), 0,
  'the list of disputes names the states of pack_orders_disputed, so that the index finds them')
from pg_index i where i.indexrelid = 'public.pack_orders_disputed'::regclass;

select is(array(select s.status from public.order_statuses s where s.submits = 'delivery'), '{delivered}',
  'pack_orders_to_remind and work_reminders cover the one state of a delivery under review');
