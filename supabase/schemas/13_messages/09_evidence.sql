-- Evidence of a dispute: text, links, files and messages of the conversation.
create function private.quoted_messages(o public.pack_orders, message_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_messages jsonb;
begin
  -- The number is checked before the messages are read: the constraint sees the list only when it is built.
  if cardinality(message_ids) > 50 then
    raise exception 'dispute_statements_messages_are_list' using errcode = 'PT400';
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'sender_id', m.sender_id, 'content', m.content,
    'file_name', m.file_name, 'file_url', m.file_url, 'file_type', m.file_type, 'file_size', m.file_size,
    'created_at', m.created_at) order by m.created_at, m.id), '[]')
  into v_messages
  from public.messages m
  where m.id = any (message_ids) and (m.sender_id, m.receiver_id) in ((o.brand_id, o.kol_id), (o.kol_id, o.brand_id));
  if jsonb_array_length(v_messages) <> (select count(distinct id) from unnest(message_ids) as id) then
    raise exception 'message_unknown' using errcode = 'PT422';
  end if;
  return v_messages;
end;
$$;
comment on function private.quoted_messages is 'Copies of messages between the two sides of an order.';

create function private.give_evidence(
  order_id uuid, body text, links text[], files jsonb, message_ids uuid[], statement_id uuid
) returns public.dispute_statements
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'give_evidence');
  v_said public.dispute_statements := private.statement_of(statement_id, order_id);
begin
  if v_said.id is not null then
    perform private.require_same_statement(v_said, body, links, files, message_ids);
    return v_said;
  end if;
  perform private.require_order_action('give_evidence', v_order, private.clock());
  perform private.require_links(links);
  perform private.send_files(private.my_profile_id(),
    case private.my_profile_id() when v_order.brand_id then v_order.kol_id else v_order.brand_id end,
    private.paths_of(files));
  v_said.id := statement_id;
  v_said.kind := 'evidence';
  v_said.body := body;
  v_said.links := links;
  v_said.files := private.stored_files(files);
  v_said.messages := private.quoted_messages(v_order, coalesce(message_ids, '{}'));
  return private.add_statement(v_order, v_said, private.clock());
end;
$$;
create function public.give_evidence(
  order_id uuid, body text, links text[] default '{}', files jsonb default '[]',
  message_ids uuid[] default '{}', statement_id uuid default null
) returns public.dispute_statements
language sql volatile security invoker set search_path = '' as $$
  select private.require_plain(jsonb_build_object('links', links, 'files', files, 'message_ids', message_ids));
  select private.give_evidence(order_id, body, links, files, message_ids, statement_id)
$$;
comment on function public.give_evidence is
  'Either side of a dispute: gives evidence while its time runs: a text, links, files and messages of the conversation.';

create function private.open_dispute_with(
  order_id uuid, reason text, category text, creator_share_minor bigint, files jsonb, delivery_id uuid
) returns public.pack_orders
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_order constant public.pack_orders := private.open_dispute(order_id, reason, category, creator_share_minor, delivery_id);
begin
  -- A retry adds the same files only once; the order is locked.
  if files <> '[]' and not exists (
    select from public.dispute_statements s
    where s.order_id = v_order.id and s.author_id = private.my_profile_id() and s.kind = 'evidence' and s.files @> open_dispute_with.files
      and s.created_at >= (private.dispute_of(v_order.id)).created_at)
  then
    perform private.give_evidence(v_order.id, reason, '{}', files, '{}', null);
  end if;
  return v_order;
end;
$$;
comment on function private.open_dispute_with is 'Begins a dispute and gives files in one act: with them, the reason is evidence.';
create function public.open_dispute(
  order_id uuid, reason text, category text default null, creator_share_minor bigint default null, files jsonb default '[]',
  delivery_id uuid default null
) returns public.pack_orders
language plpgsql volatile security invoker set search_path = '' as $$
begin
  perform private.require_plain(files);
  return private.open_dispute_with(order_id, reason, category, creator_share_minor, files, delivery_id);
end;
$$;
comment on function public.open_dispute is
  'Either side, or staff of a delivery: stops the work and begins a dispute. A side may propose the creator''s share of the price at once, and give files, with which its reason is evidence. '
  '`delivery_id`: the delivery that the brand saw, the UUID of zeros for none; delivery_changed if it is not the last.';

-- Granted to members ---------------------------------------------------------------------
grant execute on function private.give_evidence, public.give_evidence, private.open_dispute_with, public.open_dispute to authenticated;
