-- Finding anything: the command palette of the client (Ctrl K) asks one function for creators,
-- orders, conversations, messages and campaigns. All of it runs with the rights of the caller, so
-- row-level security decides what exists; a caller's own rows are found by their indexes, and the
-- conditions on the caller's id only select those indexes.

create type public.found_item as (
  -- One of creator, order, conversation, message, campaign and action.
  kind text,
  -- The id of the creator, order, conversation, message or campaign; for an action, of its order.
  id uuid,
  title text,
  -- The number of an order, or the part of a message around the first word.
  detail text,
  -- The other member of an order, a conversation or a message, and their name.
  other_id uuid,
  other_name text,
  -- An action that the caller can take on the order now.
  action text,
  at timestamptz
);

-- Words may be in any order and anywhere in the text. Each row is compared with each of them.
create function private.patterns_of(term text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if length(term) > 100 then
    raise exception 'filter_term_too_long' using errcode = 'PT422', detail = 'term';
  end if;
  return (
    select array_agg('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%')
    from regexp_split_to_table(term, ' ') as word);
end;
$$;
comment on function private.patterns_of is 'The words of a normalised term, as patterns of `like all`; rejects a term of more than 100 characters.';

-- Messages are compared without normalisation, because normalising ten thousand of them takes too long.
create function private.lower_text(value text) returns text
language sql immutable parallel safe
return lower(value collate pg_catalog.pg_c_utf8);
comment on function private.lower_text is 'Lower case in every script, whatever the collation of the database.';

create function private.excerpt(content text, term text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(
    case when place > 41 then '…' else '' end || substr(content, greatest(1, place - 40), 160), '\s+', ' ', 'g')
  from strpos(private.lower_text(content), split_part(term, ' ', 1)) as place
$$;
comment on function private.excerpt is 'The part of a text around the first word of a term.';

create function private.find_creators(term text, most int) returns setof public.found_item
language sql stable security invoker set search_path = '' as $$
  select 'creator', m.id, m.display_name, null::text, m.id, m.display_name, null::text, null::timestamptz
  from private.search_creators(jsonb_build_object('searchTerm', term), 'relevance', most, null) as m
$$;
comment on function private.find_creators is 'Creators with the term in their name first, as discovery finds them.';

-- Staff find any order by its whole number, with or without the letter K, and open it, which is recorded.
create function private.find_unread_order(term text) returns setof public.found_item
language sql stable security definer set search_path = '' as $$
  select 'order', o.id, o.pack_title, o.number, creator.id, creator.display_name, null::text, o.created_at
  from public.pack_orders o
  left join public.members creator on creator.id = o.kol_id
  where (select private.is_staff()) and o.number in (upper(term), 'K-' || upper(term))
    and private.side_of(o, private.my_profile_id()) is null
    and not exists (select from private.orders_read_by_me() as r (id) where r.id = o.id)
$$;
comment on function private.find_unread_order is 'For staff: the order of others that has this number, if they have not opened it.';

create function private.find_orders(term text, patterns text[], most int) returns setof public.found_item
language sql stable security invoker set search_path = '' as $$
  with me as materialized (select private.my_profile_id() as id)
  select * from private.find_unread_order(term)
  union all
  (select 'order', o.id, o.pack_title, o.number, other.id, other.display_name, null::text, o.created_at
  from public.pack_orders o
  left join public.members other
    on other.id = case o.brand_id when (select id from me) then o.kol_id else o.brand_id end
  where o.number in (upper(term), 'K-' || upper(term))
    or (o.brand_id = (select id from me) or o.kol_id = (select id from me) and private.was_paid(o.id))
    and private.lower_text(concat_ws(' ', o.number, o.pack_title, other.display_name)) like all (patterns)
  order by o.number in (upper(term), 'K-' || upper(term)) desc, o.created_at desc
  limit most)
  limit most
$$;
comment on function private.find_orders is 'Orders of the caller by number, title or the name of the other side, the newest first.';

create function private.find_conversations(patterns text[], most int) returns setof public.found_item
language sql stable security invoker set search_path = '' as $$
  with me as materialized (select private.my_profile_id() as id),
  mine as (
    select c.id, c.member_b as other_id, c.last_message_at from public.conversations c
    where c.member_a = (select id from me) and c.last_message_at is not null
    union all
    select c.id, c.member_a, c.last_message_at from public.conversations c
    where c.member_b = (select id from me) and c.last_message_at is not null
  )
  select 'conversation', mine.id, other.display_name, null::text, other.id, other.display_name, null::text,
    mine.last_message_at
  from mine join public.members other on other.id = mine.other_id
  where private.lower_text(other.display_name) like all (patterns)
  order by mine.last_message_at desc
  limit most
$$;
comment on function private.find_conversations is 'Conversations of the caller by the name of the other member, the newest first.';

create function private.find_messages(term text, patterns text[], most int) returns setof public.found_item
language sql stable security invoker set search_path = '' as $$
  with me as materialized (select private.my_profile_id() as id),
  searched as materialized (select private.setting('messages_searched')::int as most),
  mine as (
    (select m.id, m.sender_id as other_id, m.content, m.file_name, m.created_at from public.messages m
    where m.receiver_id = (select id from me)
    order by m.created_at desc limit (select most from searched))
    union all
    (select m.id, m.receiver_id, m.content, m.file_name, m.created_at from public.messages m
    where m.sender_id = (select id from me)
    order by m.created_at desc limit (select most from searched))
  ),
  found as (
    select * from mine
    where private.lower_text(mine.content) like all (patterns) or private.lower_text(mine.file_name) like all (patterns)
    order by mine.created_at desc limit find_messages.most
  )
  select 'message', found.id, other.display_name, private.excerpt(concat_ws(' ', found.content, found.file_name), term),
    found.other_id, other.display_name, null::text, found.created_at
  from found left join public.members other on other.id = found.other_id
  order by found.created_at desc
$$;
comment on function private.find_messages is 'Messages of the caller, the newest first, by their words and the names of their files.';

create function private.find_campaigns(patterns text[], most int) returns setof public.found_item
language sql stable security invoker set search_path = '' as $$
  select 'campaign', c.id, c.title, null::text, c.brand_id, null::text, null::text, c.created_at
  from public.campaigns c
  where private.lower_text(c.title) like all (patterns)
  order by c.created_at desc
  limit most
$$;
comment on function private.find_campaigns is 'Campaigns that the caller may read, by title.';

create function private.find_actions() returns setof public.found_item
language sql stable security invoker set search_path = '' as $$
  with me as materialized (select private.my_profile_id() as id)
  select 'action', o.id, o.pack_title, o.number, other.id, other.display_name, a.action, o.due_at
  from (
    select o.* from public.pack_orders o join public.order_statuses s on s.status = o.status
    where (o.brand_id = (select id from me) or o.kol_id = (select id from me)) and s.outcome is null
    order by o.due_at, o.created_at limit 10
  ) o
  cross join lateral private.order_actions(o.id) as a
  left join public.members other
    on other.id = case o.brand_id when (select id from me) then o.kol_id else o.brand_id end
  where a.allowed
  order by o.due_at, o.created_at
$$;
comment on function private.find_actions is 'The actions of the caller on the ten open orders that are due first.';

create function private.find_anything(query text, most int) returns setof public.found_item
language plpgsql stable security invoker set search_path = '' as $$
declare
  v_term text := case when octet_length(query) > 400 then null else private.normalise_text(coalesce(query, '')) end;
  v_patterns text[] := private.patterns_of(v_term);
  v_most int := least(greatest(coalesce(most, 5), 1), 20);
begin
  if v_term is null then
    raise exception 'filter_term_too_long' using errcode = 'PT422', detail = 'query';
  end if;
  if v_term = '' then
    return query select * from private.find_actions();
    return;
  end if;
  -- A single letter would match nearly everything.
  if length(v_term) = 1 and v_term ~ '[a-z0-9]' then
    return;
  end if;
  return query select * from private.find_orders(v_term, v_patterns, v_most);
  return query select * from private.find_conversations(v_patterns, v_most);
  if private.is_member() then
    return query select * from private.find_creators(v_term, v_most);
  end if;
  return query select * from private.find_campaigns(v_patterns, v_most);
  return query select * from private.find_messages(v_term, v_patterns, v_most);
end;
$$;

create function public.find_anything(query text default '', most int default 5) returns setof public.found_item
language sql stable security invoker set search_path = '' as $$
  select * from private.find_anything(query, most)
$$;
comment on function public.find_anything is
  'All that the caller may read and the query names: orders, conversations, creators, campaigns, messages, at most the given number of each kind (1 to 20). Without a query: what the caller can do now with open orders.';
grant execute on function private.normalise_text, private.patterns_of, private.lower_text, private.excerpt, private.find_creators,
  private.find_orders, private.find_unread_order, private.find_conversations, private.find_messages, private.find_campaigns,
  private.find_actions, private.find_anything, public.find_anything to authenticated;

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('messages_searched', 10000, 'count', 'Newest messages, received and sent each, that a member searches by their words.', 100, 100000)
on conflict (key) do nothing;
