-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select private.run_due_work(now() + interval '24 hours');
select is((data ->> 'due_at')::timestamptz, now() + interval '72 hours', 'in the data, for the reader''s own clock')
from public.notifications where event = 'review_reminder';
