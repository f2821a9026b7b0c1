-- cast: brand brand, kol kol, stella staff, second staff
-- Makes a dispute in which each side proposes a split, and then staff rule.
create function pg_temp.ruled(share bigint) returns void language plpgsql as $$
begin
  perform tests.act_as_owner();
  perform tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
  perform tests.act_as(tests.id('brand'));
  perform public.propose_settlement(tests.order_id(), 5000);
  perform tests.act_as(tests.id('kol'));
  perform public.propose_settlement(tests.order_id(), 4000);
  perform tests.act_as(tests.id('stella'));
  perform public.read_dispute(tests.order_id());
  perform public.resolve_dispute(tests.order_id(), share, 'So be it.');
end;
$$;
select pg_temp.ruled(0);
select tests.act_as(tests.id('kol'));
select throws_ok('select public.accept_settlement(tests.order_id(), 5000)', 'PT409', 'no_settlement_proposed',
  'a creator who lost cannot accept what the brand proposed before the ruling');
select is_empty('select from public.settlement_proposals', 'a creator reads no proposal from before the ruling');
select is((select refusal from public.order_actions(tests.order_id()) where action = 'accept_settlement'), 'no_settlement_proposed',
  'an order that is ruled offers no proposal from before the ruling');
select lives_ok($$ select public.appeal_ruling(tests.order_id(), 'No.') $$, 'a creator can appeal against the ruling');
select throws_ok('select public.accept_settlement(tests.order_id(), 5000)', 'PT409', 'no_settlement_proposed', 'an appeal does not make an earlier proposal valid again');
select tests.gets('second', $$ select jsonb_array_length(public.read_dispute(tests.order_id()) -> 'proposals') $$, '2', 'staff read all proposals in the case');
select tests.gets('kol', 'select (public.propose_settlement(tests.order_id(), 4000)).status', 'appealed', 'a side can propose a settlement again during an appeal');
select tests.gets('brand', 'select creator_share_minor from public.settlement_proposals', '4000', 'the other side reads only the proposal made during the appeal');
select tests.gets('brand', 'select (public.accept_settlement(tests.order_id(), 4000)).creator_share_minor', '4000', 'the sides can still agree during an appeal');

select pg_temp.ruled(10000);
select tests.refused('brand', 'select public.accept_settlement(tests.order_id(), 4000)', 'PT409', 'no_settlement_proposed',
  'a brand that lost cannot accept what the creator proposed before the ruling');
select tests.gets('brand', 'select count(*) from public.settlement_proposals where order_id = tests.order_id()', '0', 'a brand reads no proposal from before the ruling');
select tests.let_appeals_pass();
select is((select creator_share_minor from public.pack_orders where id = tests.order_id()), 10000::bigint, 'a ruling is carried out when nobody appeals');
