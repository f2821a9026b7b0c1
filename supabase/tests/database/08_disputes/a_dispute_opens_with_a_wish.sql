-- cast: brand brand, kol kol, stella staff
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.refused('brand', 'select public.open_dispute(tests.order_id(), $$No.$$, null, 10001)', 'PT422', 'share_out_of_range', 'a dispute cannot be opened with a proposal of more than the price');
select tests.refused('stella', 'select public.open_dispute(tests.order_id(), $$No.$$, null, 1)', 'PT403', 'not_allowed', 'staff cannot open a dispute with a proposal');
select tests.refused('brand', 'select public.open_dispute(tests.order_id(), $$Nothing came.$$, ''late'', delivery_id => $$00000000-0000-0000-0000-000000000000$$)', 'PT409', 'delivery_changed', 'a brand cannot dispute an unseen delivery');
select is((select status from public.pack_orders), 'delivered', 'a refused proposal opens no dispute');
select tests.by('brand', 'select public.open_dispute(tests.order_id(), $$No.$$, null, 3000)');
select tests.by('brand', 'select public.open_dispute(tests.order_id(), $$No.$$, null, 3000, delivery_id => $$00000000-0000-0000-0000-000000000000$$)');
select results_eq('select proposed_by, creator_share_minor, binds_silence from public.settlement_proposals',
  $$ values (tests.id('brand'), 3000::bigint, true) $$, 'a dispute is opened with one proposal, which is as binding as any other');
select results_eq('select public.share_by_deadline(o.id), private.share_by_deadline(o.id) from public.pack_orders o',
  'select null::bigint, null::bigint', 'a stranger cannot read the share');
create function pg_temp.silence(name text) returns bigint language sql as $$
  select tests.answer(name, 'select public.share_by_deadline(tests.order_id())')::bigint
$$;
select is(pg_temp.silence('kol'), null, 'an unanswered proposal of more than the written rule gives is not accepted: staff rule');
select tests.by('brand', 'select public.propose_settlement(tests.order_id(), 10000)');
select is(pg_temp.silence('kol'), 10000::bigint, 'the side that has not answered reads the share that counts if it does not answer');
select is(pg_temp.silence('brand'), 10000::bigint, 'the side that proposed reads the share that counts without an answer');
select is(pg_temp.silence('stella'), null, 'staff read the share that counts without an answer once they have opened the case');
select is((private.at_deadline(o)).share, pg_temp.silence('kol'), 'the announced share is what the deadline posts') from public.pack_orders o;
select tests.by('kol', 'select public.answer_dispute(tests.order_id(), $$It is good.$$)');
select is(pg_temp.silence('kol'), null, 'when both sides have given statements, staff rule');
