-- What members attach to a brief, a delivery or evidence: addresses of pages, and descriptions of
-- files in Storage.

-- No name or password before the host: `https://bank.example@host.example` leads to host.example.
-- A host in another script is written in ASCII (xn--…), so that it reads as what it is.
create function private.are_web_addresses(links text[]) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  if cardinality(links) = 0 then
    return true;
  end if;
  return not exists (
    select from unnest(links) as link
    where link is null or length(link) > 2000
      or link !~* '^https?://([a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(:[0-9]{1,5})?([/?#][^[:space:]]*)?$'
      or not private.shows_all_characters(link)
  );
end;
$$;
comment on function private.are_web_addresses is 'True for a list of http and https addresses with a host.';
grant execute on function private.are_web_addresses to authenticated;

create function private.require_links(links text[]) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if not private.are_web_addresses(links) then
    raise exception 'delivery_link_invalid' using errcode = 'PT422';
  end if;
end;
$$;
comment on function private.require_links is 'Rejects what is no address of a page.';

create function private.delivery_files_are_valid(files jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  if files = '[]' then
    return true;
  end if;
  return case when jsonb_typeof(files) = 'array' then not exists (
    select from jsonb_array_elements(files) as file
    where case when jsonb_typeof(file) <> 'object' then true else
      file - array['path', 'name', 'type', 'size'] <> '{}'
      or jsonb_typeof(file -> 'path') is distinct from 'string'
      or length(file ->> 'path') not between 1 and 500
      or jsonb_typeof(file -> 'name') <> 'string'
      or length(file ->> 'name') not between 1 and 255
      or file ->> 'name' ~ '[[:cntrl:]]'
      or jsonb_typeof(file -> 'type') <> 'string'
      or length(file ->> 'type') > 255
      or file ->> 'type' ~ '[[:cntrl:]]'
      or jsonb_typeof(file -> 'size') <> 'number'
      or file ->> 'size' !~ '^[0-9]{1,12}$' end
  ) else false end;
end;
$$;
comment on function private.delivery_files_are_valid is
  'True for a list of objects with a path and optionally name, type and size, and no other keys.';

-- Files are stored under the conversation of the two sides, where both can read them.
create function private.require_shared_files(
  brand_id uuid, kol_id uuid, files jsonb, uploader_id uuid default null
) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select from jsonb_array_elements(case when jsonb_typeof(files) = 'array' then files else '[]' end) as file
    where not exists (
      select from storage.objects s
      join public.conversations c on starts_with(s.name, c.id || '/')
      where s.bucket_id = 'attachments' and s.name = file ->> 'path'
        and c.member_a = least(brand_id, kol_id) and c.member_b = greatest(brand_id, kol_id)
        and (uploader_id is null or s.owner_id = uploader_id::text)
    )
  ) then
    raise exception 'file_unknown' using errcode = 'PT422';
  end if;
end;
$$;
comment on function private.require_shared_files is
  'Rejects files that are not stored in the conversation of the two sides, or that another user uploaded.';
