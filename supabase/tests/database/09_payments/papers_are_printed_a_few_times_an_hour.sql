-- cast: brand brand, other brand
update private.settings set value = 1 where key = 'prints_per_hour';
select tests.allowed('brand', 'select public.count_print()', 'a member prints a paper within the limit');
select tests.refused('brand', 'select public.count_print()', 'PT429', 'rate_limited', 'a member prints no more papers in an hour than the limit');
select tests.allowed('other', 'select public.count_print()', 'a member may print while another has reached the limit');
