-- cast: bob brand, ann kol
select tests.make_order(tests.id('bob'), tests.id('ann'), 'pending_payment', 10000);
select private.join_people(tests.id('bob'), tests.id('ann'), 'inbox');
select is((private.record_payment('sandbox', 'own', tests.order_id(), 10000, 'USD')).status, 'suspense',
  'a payment of an order between two accounts of one person waits for staff');
