-- cast: brand brand, kol kol, sam staff, host staff
insert into public.referrals (inviter_id, invitee_id) values (tests.id('host'), tests.id('kol'))
  on conflict (invitee_id) do update set inviter_id = excluded.inviter_id, invite_id = null;
create function pg_temp.alarms(staff text) returns text language sql as $$
  select tests.answer(staff, $q$
    select coalesce(string_agg(concat_ws(' ', i ->> 'kind', i ->> 'number', i ->> 'detail', case when i ->> 'failed_act_id' is not null then 'can be sent again' end), '; ' order by i ->> 'kind'), '')
    from tests.listed('alarms') as i $q$)
$$;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed', pack => tests.make_pack(tests.id('kol'), 20000000, 'USDC'));
select tests.send_acts();
select is(pg_temp.alarms('sam'), '', 'staff find no alarm while nothing is wrong');
select private.report_chain_act(a.id, 'failed', 'reverted') from public.chain_acts a where a.kind = 'capture';
select private.raise_chain_alarm('final_block_changed', null, '7');
select is(pg_temp.alarms('sam'), (select format('act_failed %s capture: reverted can be sent again; final_block_changed 7', number) from public.pack_orders where id = tests.order_id()),
  'staff find an alarm with its order and what can be sent again, and one without an order');
select tests.gets('sam', $$ select waiting from public.staff_queue() where section = 'payouts' $$, '2', 'alarms are counted with the payouts');
select is(pg_temp.alarms('host'), 'final_block_changed 7', 'staff find no alarm about an own case');
select tests.by('sam', format('select public.clear_chain_alarm(%L, %L)', id, 'Looked at.')) from public.chain_alarms where kind = 'act_failed';
select is(pg_temp.alarms('sam'), 'final_block_changed 7', 'an alarm that was cleared is not found');
