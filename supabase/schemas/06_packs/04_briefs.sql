-- A brief is the request of a brand: a goal, a message, what to do and what not to do, links and files.
-- Only the message is required: the column `brief` holds it. A brief is frozen with its order,
-- and its hash names the version that the creator agrees to by accepting. The hash of the terms does
-- not cover it: that one names what the creator offered to every brand.

create type private.brief as (
  message text, goal text, dos text[], donts text[], links text[],
  -- {path, name, type, size}
  files jsonb
);
comment on type private.brief is 'The parts of a brief as a request names them; each may be null.';

-- Leaves out empty parts, so that existing briefs keep their hash when briefs get another part.
create function private.brief_content(
  message text, goal text, dos text[], donts text[], links text[], files jsonb
) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_strip_nulls(jsonb_build_object(
    'message', nullif(message, ''), 'goal', nullif(goal, ''),
    'dos', case when cardinality(dos) > 0 then to_jsonb(dos) end,
    'donts', case when cardinality(donts) > 0 then to_jsonb(donts) end,
    'links', case when cardinality(links) > 0 then to_jsonb(links) end,
    'files', nullif(files, '[]')));
end;
$$;
comment on function private.brief_content is 'A brief as one value; brief_hash of an order or an offer is its hash.';

-- Each part of a brief may be long, but not all of them: lists of orders, offers and templates contain whole briefs.
create function private.brief_fits(message text, goal text, dos text[], donts text[], links text[]) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return octet_length(concat(message, goal, array_to_string(dos || donts || links, ''))) <= 30000;
end;
$$;
comment on function private.brief_fits is 'True for a brief of at most 30,000 bytes, such as 7,500 characters of any kind.';
grant execute on function private.brief_fits to authenticated;

create function private.brief_hash(brief private.brief) returns text
language sql immutable set search_path = '' as $$
  select private.terms_hash(private.brief_content(brief.message, brief.goal, brief.dos, brief.donts, brief.links,
    brief.files))
$$;
comment on function private.brief_hash is 'The version of a brief: equal for equal briefs.';

create function private.brief_columns(brief private.brief) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('brief', coalesce(brief.message, ''), 'brief_goal', coalesce(brief.goal, ''),
    'brief_dos', coalesce(brief.dos, '{}'), 'brief_donts', coalesce(brief.donts, '{}'),
    'brief_links', coalesce(brief.links, '{}'), 'brief_files', private.stored_files(coalesce(brief.files, '[]')))
$$;
comment on function private.brief_columns is 'The columns of an order or an offer that hold a brief.';

-- Templates --------------------------------------------------------------------------------
-- A brand starts its briefs from texts of its own. No files: each file is stored with the one
-- conversation whose members may read it.
create table public.brief_templates (
  id uuid primary key default gen_random_uuid(),
  brand_id uuid not null default private.my_profile_id() references public.profiles (id) on delete cascade,
  name text not null,
  message text not null default '',
  goal text not null default '',
  dos text[] not null default '{}',
  donts text[] not null default '{}',
  links text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint brief_templates_name_once unique (brand_id, name),
  constraint brief_templates_name_length check (length(btrim(name)) >= 1 and length(name) <= 80),
  constraint brief_templates_name_visible check (private.shows_all_characters(name)),
  constraint brief_templates_message_length check (length(message) <= 5000),
  constraint brief_templates_whole_length check (private.brief_fits(message, goal, dos, donts, links)),
  constraint brief_templates_goal_length check (length(goal) <= 500),
  constraint brief_templates_dos_short check (private.texts_are_within(dos, 20, 300)),
  constraint brief_templates_donts_short check (private.texts_are_within(donts, 20, 300)),
  constraint brief_templates_links_short check (private.texts_are_within(links, 20, 2000)),
  constraint brief_templates_links_are_addresses check (private.are_web_addresses(links))
);
comment on table public.brief_templates is 'Texts from which a brand starts its briefs; nobody else reads them.';

alter table public.brief_templates enable row level security;
create policy brief_templates_select on public.brief_templates for select to authenticated
  using (brand_id = (select private.my_profile_id()));
create policy brief_templates_insert on public.brief_templates for insert to authenticated
  with check (
    brand_id = (select private.my_profile_id()) and (select private.my_role()) = 'brand'
    and (select private.is_member())
  );
create policy brief_templates_update on public.brief_templates for update to authenticated
  using (brand_id = (select private.my_profile_id()))
  with check (brand_id = (select private.my_profile_id()));
create policy brief_templates_delete on public.brief_templates for delete to authenticated
  using (brand_id = (select private.my_profile_id()));
grant select, insert (id, brand_id, name, message, goal, dos, donts, links),
  update (name, message, goal, dos, donts, links), delete on public.brief_templates to authenticated;
grant select on public.brief_templates to service_role;
create trigger brief_templates_check_open_session before insert or update or delete on public.brief_templates
  for each statement when (current_user = 'authenticated') execute function private.check_open_session();
create trigger brief_templates_are_few before insert or update on public.brief_templates
  for each row when (current_user = 'authenticated') execute function private.refuse_long_list();
create trigger brief_templates_are_plain before insert or update on public.brief_templates
  for each row execute function private.check_plain();

create function private.prepare_brief_template() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  NEW.name := btrim(NEW.name);
  NEW.updated_at := now();
  if TG_OP = 'INSERT' then
    -- Inserts wait for each other: concurrent ones would not count each other.
    perform pg_advisory_xact_lock(hashtextextended('brief templates of ' || NEW.brand_id, 0));
    if (
      select count(*) from public.brief_templates t where t.brand_id = NEW.brand_id
    ) >= private.setting('brief_templates_per_brand') then
      raise exception 'brief_templates_full' using errcode = 'PT409';
    end if;
  end if;
  return NEW;
end;
$$;
comment on function private.prepare_brief_template is 'Trigger: trims the name, and rejects more templates than a brand may keep.';
-- The policy refuses a row for another member after this trigger.
create trigger brief_templates_prepare before insert or update on public.brief_templates
  for each row when (current_user <> 'authenticated' or NEW.brand_id = private.my_profile_id()) execute function private.prepare_brief_template();

insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('brief_templates_per_brand', 50, 'count', 'Templates of briefs that a brand may keep.', 0, 1000)
on conflict (key) do nothing;
