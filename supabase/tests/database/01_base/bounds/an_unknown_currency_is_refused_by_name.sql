-- cast: bob brand, ann kol
select plan(6);
select tests.make_offer(tests.id('bob'), tests.id('ann'));
select tests.make_pack(tests.id('ann'));
insert into public.campaigns (brand_id, title, body, budget_minor, deadline)
values (tests.id('bob'), 'Launch', 'Brief.', 1000, now() + interval '9 days');
-- Returns the constraint that refuses a currency in that table. A text too large for an index must be refused
-- by a constraint too, not by an internal error.
create function pg_temp.refused_by(relation regclass, currency text) returns text language plpgsql as $$
declare
  v_constraint text;
begin
  set constraints all immediate;
  case replace(relation::text, 'public.', '')
    when 'packs' then update public.packs p set currency = refused_by.currency;
    when 'campaigns' then update public.campaigns c set currency = refused_by.currency;
    else
      insert into public.offers (conversation_id, brand_id, kol_id, author_id, title, scope, price_minor, fee_minor, currency,
        delivery_days, revisions, idempotency_key, expires_at)
      select o.conversation_id, o.brand_id, o.kol_id, o.author_id, o.title, o.scope, o.price_minor, o.fee_minor, refused_by.currency,
        o.delivery_days, o.revisions, gen_random_uuid(), o.expires_at
      from public.offers o;
  end case;
  return null;
exception when check_violation or foreign_key_violation then
  get stacked diagnostics v_constraint = constraint_name;
  return v_constraint;
end;
$$;
select is(pg_temp.refused_by(t, repeat('x', 1048576)), replace(t, 'public.', '') || '_currency_short', t || ' refuses a currency of a megabyte with a named constraint')
from unnest(array['public.packs', 'public.campaigns', 'public.offers']) as t;
select is(pg_temp.refused_by(t, 'DOGES'), replace(t, 'public.', '') || '_currency_fkey', t || ' refuses an unknown currency with a named constraint')
from unnest(array['public.packs', 'public.campaigns', 'public.offers']) as t;
