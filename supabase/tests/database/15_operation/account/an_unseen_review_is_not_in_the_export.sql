-- cast: ann kol, bob brand
select tests.make_order(tests.id('bob'), tests.id('ann'), 'completed') as id;
insert into public.reviews (order_id, author_id, subject_id, rating, reveals_at)
select o.id, o.brand_id, o.kol_id, 1, now() + interval '14 days' from public.pack_orders o;
select tests.act_as(tests.id('bob'));
select is(jsonb_array_length(public.export_my_data() -> 'reviews'), 1, 'its author has it');
select tests.act_as(tests.id('ann'));
select is(jsonb_array_length(public.export_my_data() -> 'reviews'), 0, 'its subject not yet');
