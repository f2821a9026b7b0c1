set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.create_hold(order_id uuid, profile_id uuid, currency text, amount_minor bigint, fees_minor bigint, at timestamp with time zone, reference uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_trust_level text := (select p.trust_level from public.profiles p where p.id = create_hold.profile_id);
begin
  insert into private.holds as h (order_id, profile_id, reference, currency, amount_minor, fees_minor, due_at)
  select create_hold.order_id, create_hold.profile_id, create_hold.reference, create_hold.currency, create_hold.amount_minor, create_hold.fees_minor,
    at + make_interval(days => private.setting('hold_' || v_trust_level)::int)
  -- A part of a few units can go wholly to fees, or have been paid with the milestones before it.
  where create_hold.amount_minor > 0 or create_hold.fees_minor > 0
  -- A seller who invited the buyer, or the reverse, can earn twice on one order.
  on conflict on constraint holds_key do update set amount_minor = h.amount_minor + excluded.amount_minor;
end;
$function$;
