select is_empty($$
  select condition from private.order_action_rules
  where to_regprocedure(format('private.%I(public.pack_orders, timestamptz)', condition)) is null and condition is not null
$$, 'the condition of each action on an order is a function that takes the order and the time');
