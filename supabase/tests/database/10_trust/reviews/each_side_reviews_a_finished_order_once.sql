-- cast: brand brand, kol kol
create function pg_temp.review(status text, author text, rating int, comment text default 'x') returns uuid language plpgsql as $$
begin
  if status is not null then
    perform tests.make_order(tests.id('brand'), tests.id('kol'), status);
  end if;
  perform tests.act_as(tests.id(author));
  return (public.review_order(tests.order_id(), rating, comment)).id;
end;
$$;
select throws_ok(format('select pg_temp.review(%L, ''brand'', 5)', status), 'PT409', 'order_not_finished', 'an order that is ' || status || ' cannot be reviewed')
from unnest(array['delivered', 'declined']) as status;
select set_config('tests.review', pg_temp.review('settled', 'brand', 3, 'So so.')::text, true);
select is(pg_temp.review(null, 'brand', 3, 'So so.')::text, current_setting('tests.review'), 'a retried review is the same review');
select throws_ok($$ select pg_temp.review(null, 'brand', 5, 'So so.') $$, 'PT409', 'already_reviewed', 'a side cannot review an order twice');
select throws_ok(format('select pg_temp.review(null, ''kol'', %s)', rating), '23514', null, format('a review cannot have %s stars', rating))
from unnest(array[0, 6]) as rating;
select tests.act_as_owner();
select throws_ok('update public.reviews set rating = 5', 'PT403', 'append_only', 'the owner of the database cannot change a review');
