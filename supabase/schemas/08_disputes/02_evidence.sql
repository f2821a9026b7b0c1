-- Statements of the two sides of a dispute: evidence during the period for evidence (given in
-- 13_messages/09_evidence), and answers until the dispute goes to staff. Statements cannot be changed.
create table public.dispute_statements (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.pack_orders (id),
  author_id uuid not null references public.profiles (id),
  kind text not null,
  body text not null,
  links text[] not null default '{}',
  files jsonb not null default '[]',
  -- Messages of the conversation as they were, because staff cannot read conversations.
  messages jsonb not null default '[]',
  created_at timestamptz not null default clock_timestamp(),
  constraint dispute_statements_kind_known check (kind in ('evidence', 'answer')),
  constraint dispute_statements_body_length check (length(btrim(body)) >= 1 and length(body) <= 5000 and not private.shows_nothing(body)),
  constraint dispute_statements_links_short check (private.texts_are_within(links, 20, 2000)),
  constraint dispute_statements_files_are_list
    check (jsonb_typeof(files) = 'array' and jsonb_array_length(files) <= 20),
  constraint dispute_statements_files_well_formed check (private.delivery_files_are_valid(files)),
  constraint dispute_statements_messages_are_list
    check (jsonb_typeof(messages) = 'array' and jsonb_array_length(messages) <= 50),
  -- The size is limited, because staff read a whole case at once.
  constraint dispute_statements_messages_fit check (octet_length(messages::text) <= 250000)
);
comment on table public.dispute_statements is 'Evidence and answers in disputes; append-only. Staff read them with read_dispute.';
create index dispute_statements_order_id on public.dispute_statements (order_id, created_at);
create index dispute_statements_author_id on public.dispute_statements (author_id);

alter table public.dispute_statements enable row level security;
-- Staff are left out: they open the case with read_dispute.
create policy dispute_statements_select on public.dispute_statements for select to authenticated
  using (order_id = any (array(select private.own_orders())));
-- Members get no right to insert: give_evidence and answer_dispute check who writes, when and with which files.
grant select on public.dispute_statements to authenticated, service_role;
create trigger dispute_statements_append_only before update or delete on public.dispute_statements
  for each row execute function private.refuse_change();
create trigger dispute_statements_not_truncated before truncate on public.dispute_statements
  for each statement execute function private.refuse_change();

create function private.require_open_evidence(o public.pack_orders, at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if at >= private.evidence_closes_at(o, at) then
    raise exception 'evidence_closed' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_open_evidence is 'Rejects evidence after its time.';

create function private.has_spoken(o public.pack_orders, profile_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.dispute_statements s
    where s.order_id = o.id and s.author_id = has_spoken.profile_id and s.created_at > private.withdrawn_at(o.id)
  ) or exists (
    select from public.settlement_proposals s
    where s.order_id = o.id and s.proposed_by = has_spoken.profile_id and s.created_at > private.withdrawn_at(o.id)
  )
$$;
comment on function private.has_spoken is 'True when this side has given evidence, answered or proposed a split. Opening the dispute does not count.';

create function private.words_in(o public.pack_orders) returns int[]
language sql stable security definer set search_path = '' as $$
  select array[
    (select count(*) from public.dispute_statements s where s.order_id = o.id)
      + (select count(*) from public.order_events e where e.order_id = o.id and e.kind = 'dispute_withdrawn'),
    (select count(*) from public.settlement_proposals s where s.order_id = o.id)]::int[]
$$;
comment on function private.words_in is 'How many statements and withdrawals the case of an order has, and how many proposed splits.';

-- Appeals --------------------------------------------------------------------------------
-- The side that appealed gave its reason. The other side answers it, once, in the time that an appeal has;
-- otherwise the winner of a ruling could appeal first and be the only one to speak.
create function private.appeal_of(o public.pack_orders) returns public.order_events
language sql stable security definer set search_path = '' as $$
  select * from public.order_events e where e.order_id = o.id and e.kind = 'move' and e.to_status = 'appealed'
$$;
comment on function private.appeal_of is 'The move by which an order was appealed, at most one row.';

create function private.appeal_is_answered(o public.pack_orders) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Statements after the ruling are answers to the appeal: between the ruling and the appeal none can be given.
  return exists (
    select from public.dispute_statements s join public.rulings r on r.order_id = s.order_id and r.instance = 'first'
    where s.order_id = o.id and s.created_at > r.created_at);
end;
$$;
comment on function private.appeal_is_answered is 'True when the side that did not appeal has answered the appeal.';

create function private.appeal_answer_closes_at(o public.pack_orders, at timestamptz) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select private.clock_ends_at(o, at) - make_interval(hours => greatest(0,
    private.window_of(o, 'appeal_ruling_window') - private.window_of(o, 'appeal_window'))::int)
$$;
comment on function private.appeal_answer_closes_at is 'Until when an appeal can be answered, according to the clock of the order at the given time.';

create function private.require_open_answers(o public.pack_orders, at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if o.status = 'appealed' and (
    (private.appeal_of(o)).actor_id = private.my_profile_id() or private.appeal_is_answered(o)
    or at >= private.appeal_answer_closes_at(o, at))
  then
    raise exception 'answers_closed' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_open_answers is 'Rejects an answer to one''s own appeal, a second answer, and an answer after its time.';

-- Speaking -------------------------------------------------------------------------------
-- `said` has the id that the client made, so that a retry finds its statement.
create function private.add_statement(o public.pack_orders, said public.dispute_statements, at timestamptz)
returns public.dispute_statements
language plpgsql security definer set search_path = '' as $$
declare
  v_other_id uuid := case private.my_profile_id() when o.brand_id then o.kol_id else o.brand_id end;
  v_statement public.dispute_statements;
begin
  insert into public.dispute_statements (id, order_id, author_id, kind, body, links, files, messages, created_at)
  values (coalesce(said.id, gen_random_uuid()), o.id, private.my_profile_id(), said.kind,
    btrim(coalesce(said.body, '')), coalesce(said.links, '{}'), coalesce(said.files, '[]'),
    coalesce(said.messages, '[]'), private.clock_time_at(at))
  returning * into v_statement;
  -- The change of the order makes clients that show it load it again.
  update public.pack_orders p set updated_at = now() where p.id = o.id;
  if said.kind = 'evidence' then
    perform private.notify_about_order(v_other_id, o, 'evidence_given',
      jsonb_build_object('due_at', private.clock_ends_at(o, at)));
  else
    perform private.notify_about_order(v_other_id, o, 'dispute_answered');
  end if;
  return v_statement;
end;
$$;
comment on function private.add_statement is 'Stores a statement of one side and notifies the other side.';

create function private.statement_of(statement_id uuid, order_id uuid) returns public.dispute_statements
language sql stable security definer set search_path = '' as $$
  select s.* from public.dispute_statements s
  where s.id = statement_of.statement_id and s.order_id = statement_of.order_id
    and s.author_id = private.my_profile_id()
$$;
comment on function private.statement_of is 'The statement that an earlier request of the caller with the same id stored.';

create function private.require_same_statement(
  said public.dispute_statements, body text, links text[] default '{}', files jsonb default '[]', message_ids uuid[] default '{}'
) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (said.body, said.links, private.paths_of(said.files), array(select m ->> 'id' from jsonb_array_elements(said.messages) as m order by 1))
    is distinct from (btrim(coalesce(require_same_statement.body, '')), coalesce(require_same_statement.links, '{}'), private.paths_of(require_same_statement.files),
      array(select distinct id::text from unnest(message_ids) as id order by 1))
  then
    raise exception 'idempotency_key_reused' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_same_statement is 'Rejects a request that has the id of an earlier statement but another content.';

create function private.answer_dispute(order_id uuid, body text, statement_id uuid)
returns public.dispute_statements
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.pack_orders := private.lock_order(order_id, 'answer_dispute');
  v_said public.dispute_statements := private.statement_of(statement_id, order_id);
begin
  if v_said.id is not null then
    perform private.require_same_statement(v_said, body);
    return v_said;
  end if;
  perform private.require_order_action('answer_dispute', v_order, private.clock());
  v_said.id := statement_id;
  v_said.kind := 'answer';
  v_said.body := body;
  return private.add_statement(v_order, v_said, private.clock());
end;
$$;
create function public.answer_dispute(order_id uuid, body text, statement_id uuid default null)
returns public.dispute_statements
language sql volatile security invoker set search_path = '' as $$
  select private.answer_dispute(order_id, body, statement_id)
$$;
comment on function public.answer_dispute is
  'Either side of a dispute: answers the other; a side that says nothing at all is bound by the other''s proposal.';

-- Granted to members ---------------------------------------------------------------------
grant execute on function private.answer_dispute, public.answer_dispute to authenticated;
