-- Records each pair of accounts that is asked for, while an agency pays for eight clients' accounts with one
-- card. Each account is bound to those before it, and completes an order.
create temporary table asked (newcomer uuid);
create function pg_temp.note() returns trigger language plpgsql as $$
begin
  insert into asked values (NEW.profile_id);
  return NEW;
end;
$$;
create trigger note before insert on private.person_pairs for each row execute function pg_temp.note();
do $$
begin
  for n in 1 .. 8 loop
    perform tests.make_member('client ' || n, 'brand');
    perform private.mark_person(tests.id('client ' || n), 'card', 'sandbox agency');
    update public.profiles set completed_orders = 1 where id = tests.id('client ' || n);
  end loop;
end;
$$;
select is((select count(*) from private.person_pairs p where p.profile_id = tests.id('client 8') and not p.is_separate), 7::bigint, 'the last account of an agency is bound to all earlier ones');
select is((select count(*) from asked where newcomer = tests.id('client 8')), 7::bigint, 'a new account is compared with each earlier one once, even if several ties lead to it');
