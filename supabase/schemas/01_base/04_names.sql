-- Rules for names. Members recognise each other by name, so a name must not contain hidden
-- characters, and names that look alike count as equal: they have the same skeleton (Unicode TR
-- 39).
--
-- Normalising a text takes time quadratic in its longest run of combining marks, in a loop that no
-- timeout interrupts. So a text is normalised as a whole only if its length is limited.

-- Characters -----------------------------------------------------------------------------
-- These are the inside of a bracket expression: control characters, everything that Unicode marks
-- as ignorable (zero width, direction, fillers, joiners, variation selectors, tags), blanks other
-- than the space and the ideographic space, annotations, and private-use characters.
create function private.hidden_characters() returns text
language sql immutable parallel safe set search_path = '' as $$
  select '\u0001-\u001F\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F'
    '\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3164\uE000-\uF8FF\uFE00-\uFE0F\uFEFF\uFFA0'
    '\uFFF0-\uFFFF\u2D7F\U00010A3F\U0001107F\U00013430-\U0001345F\U00016FE4\U0001BCA0-\U0001BCA3'
    '\U0001D159\U0001D173-\U0001D17A\U000E0000-\U0010FFFF'
$$;
comment on function private.hidden_characters is 'Characters that a reader cannot see, for a regular expression.';

-- Emoji may contain variation selectors, and joiners between two of them.
create function private.shows_all_characters(value text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return regexp_replace(value,
    '([\u00A9\u00AE\u203C\u2049\u2122\u2139\u2194-\u21AA\u231A-\u23FF\u25AA-\u27BF\u2934\u2935'
    '\u2B05-\u2B55\u3030\u303D\u3297\u3299\U0001F000-\U0001FAFF])'
    '(\uFE0F?\u200D(?=[\u2190-\u2BFF\U0001F000-\U0001FAFF])|\uFE0F)', '\1', 'g')
    !~ ('[' || private.hidden_characters() || ']|[' || private.marks_of_scripts() || ']{8}|^[ \u3000]+$');
end;
$$;
comment on function private.shows_all_characters is 'True when a text contains no character that its reader cannot see, and no pile of marks that hides the lines around it, and is not blank.';
-- Constraints on titles of packs, campaigns, milestones and saved searches call these functions as well.
grant execute on function private.hidden_characters, private.shows_all_characters
  to authenticated, service_role;

-- Reads the first 2,000 characters only, so that a long text takes no longer.
create function private.shows_nothing(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select (left(value, 2000) ~ ('[^[:space:]' || private.hidden_characters() || ']')) is not true
$$;
comment on function private.shows_nothing is 'True for a text in which a reader sees nothing, and for null.';
grant execute on function private.shows_nothing to authenticated, service_role;

create function private.require_reason(reason text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.shows_nothing(reason) then
    raise exception 'reason_required' using errcode = 'PT422';
  end if;
end;
$$;
comment on function private.require_reason is 'Rejects an act whose reason is blank or has only invisible characters.';

create function private.require_note(note text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.shows_nothing(note) then
    raise exception 'note_required' using errcode = 'PT422';
  end if;
end;
$$;
comment on function private.require_note is 'Rejects a note that shows nothing to its reader.';

-- Skeletons ------------------------------------------------------------------------------
create function private.combining_marks() returns text
language sql immutable parallel safe set search_path = '' as $$
  select '\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u064B-\u065F\u0670\u0E31\u0E34-\u0E3A'
    '\u0E47-\u0E4E\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F'
$$;
comment on function private.combining_marks is 'Characters that are drawn onto the character before them, for a regular expression.';

create function private.latin_look_alike(value text) returns text
language plpgsql stable set search_path = '' as $$
begin
  -- Looks up each letter in the index: a join would read the whole table for a few letters.
  return (select coalesce(string_agg(coalesce((select c.skeleton from private.confusables c where c.source = letters.letter), letters.letter),
    '' order by letters.place), '')
  from string_to_table(value, null) with ordinality as letters (letter, place));
end;
$$;
comment on function private.latin_look_alike is 'Each character replaced by the Latin letters or digits that it looks like.';

-- After the replacement, characters of other scripts that are no letter, sign or blank are
-- combining marks. Digits of other scripts are looked up first, because this collation does not
-- classify them as digits.
create function private.without_marks(value text) returns text
language sql stable set search_path = '' as $$
  select regexp_replace(
    private.latin_look_alike(regexp_replace(normalize(left(value, 100), NFKD),
      '[' || private.combining_marks() || private.hidden_characters() || ']', '', 'g'))
      collate pg_catalog.pg_c_utf8,
    '[^[:alnum:][:punct:][:space:]]', '', 'g')
$$;
comment on function private.without_marks is 'A text decomposed and folded by appearance, without accents and hidden characters.';

-- Words are split at everything but letters and digits, and within a word such as "staffTeam" or
-- "staff24".
create function private.name_words(value text) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  v_text text := private.without_marks(value) collate pg_catalog.pg_c_utf8;
begin
  v_text := regexp_replace(v_text, '([[:lower:]])([[:upper:]])', '\1 \2', 'g');
  v_text := regexp_replace(v_text, '(?<=[[:alpha:]])(?=[[:digit:]])|(?<=[[:digit:]])(?=[[:alpha:]])', ' ', 'g');
  v_text := lower(v_text);
  -- | and ! are read as letters between letters, as themselves elsewhere.
  v_text := regexp_replace(v_text, '(?<=[[:alnum:]])[|!](?=[[:alnum:]])', 'l', 'g');
  v_text := regexp_replace(v_text, '(?<=[[:alnum:]])@(?=[[:alnum:]])', 'a', 'g');
  v_text := regexp_replace(v_text, '(?<=[[:alnum:]])\$(?=[[:alnum:]])', 's', 'g');
  -- 1, I and l look the same in most fonts.
  v_text := translate(v_text, '01i', 'oll');
  v_text := replace(replace(v_text, 'rn', 'm'), 'vv', 'w');
  return regexp_split_to_array(
    btrim(regexp_replace(v_text, '[^[:alnum:]]+', ' ', 'g')), ' ');
end;
$$;
comment on function private.name_words is 'The words of a name, as a reader sees them.';

create function private.name_skeleton(value text) returns text
language sql stable set search_path = '' as $$
  select array_to_string(private.name_words(value), '')
$$;
comment on function private.name_skeleton is 'The skeleton of a name, which is equal for two names that look the same.';

-- Scripts --------------------------------------------------------------------------------
-- A coarse division is enough: it has to separate only scripts that nobody mixes within a word. Blocks that
-- are not listed count as a script of their own per 128 code points, which is how the scripts of
-- India are arranged.
create table private.scripts (
  first_code int primary key,
  last_code int not null,
  name text not null,
  constraint scripts_in_order check (first_code <= last_code)
);
comment on table private.scripts is 'The writing system of code points; Chinese, Japanese and Korean count as one.';
alter table private.scripts enable row level security;

insert into private.scripts (first_code, last_code, name) values
  (0, 687, 'latin'), (7424, 7615, 'latin'), (7680, 7935, 'latin'), (11360, 11391, 'latin'),
  (42786, 43007, 'latin'), (43824, 43876, 'latin'),
  (880, 1023, 'greek'), (7936, 8191, 'greek'),
  (1024, 1327, 'cyrillic'), (7296, 7311, 'cyrillic'), (42560, 42655, 'cyrillic'),
  (1328, 1423, 'armenian'),
  (1424, 1535, 'hebrew'),
  (1536, 1791, 'arabic'), (1872, 1919, 'arabic'), (2144, 2303, 'arabic'),
  (4256, 4351, 'georgian'), (7312, 7359, 'georgian'), (11520, 11567, 'georgian'),
  (5024, 5119, 'cherokee'), (43888, 43967, 'cherokee'),
  (4352, 4607, 'cjk'), (11904, 12703, 'cjk'), (12784, 40959, 'cjk'), (43360, 43391, 'cjk'),
  (44032, 55295, 'cjk'), (63744, 64255, 'cjk'), (131072, 262143, 'cjk');

create function private.mixes_scripts(value text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from regexp_split_to_table(
      normalize(left(value, 100), NFKC) collate pg_catalog.pg_c_utf8, '[^[:alpha:]]+') as word
    where (
      select count(distinct script) > 1 and not array_agg(distinct script) <@ array['latin', 'cjk']
      from string_to_table(word, null) as letter
      left join private.scripts s on ascii(letter) between s.first_code and s.last_code
      cross join lateral coalesce(s.name, 'block ' || ascii(letter) / 128) as script
    )
  )
$$;
comment on function private.mixes_scripts is 'True when a word mixes letters of scripts that are not written together.';

-- Reserved names -------------------------------------------------------------------------
create table private.reserved_names (
  name text primary key,
  skeleton text not null,
  -- True for a name that is found inside longer words as well: for "Kolpact", but not for "staff",
  -- because of "Stafford".
  inside_words boolean not null default false,
  -- A name of the market itself. One member of staff alone cannot release it and then pose as the market.
  is_fixed boolean not null default false,
  created_at timestamptz not null default now(),
  constraint reserved_names_skeleton_key unique (skeleton),
  constraint reserved_names_length check (length(name) between 3 and 60)
);
comment on table private.reserved_names is 'Words by which a member could impersonate the market or its staff. Staff may add words.';
alter table private.reserved_names enable row level security;

create function private.set_reserved_skeleton() returns trigger
language plpgsql set search_path = '' as $$
begin
  NEW.skeleton := private.name_skeleton(NEW.name);
  return NEW;
end;
$$;
comment on function private.set_reserved_skeleton is 'Trigger: stores the skeleton, by which a reserved name is compared.';
create trigger reserved_names_skeleton before insert or update on private.reserved_names
  for each row execute function private.set_reserved_skeleton();

insert into private.reserved_names (name, skeleton, inside_words, is_fixed) values
  ('Kolpact', '', true, true),
  ('former member', '', false, true),
  ('staff', '', false, true),
  ('support', '', false, true),
  ('help desk', '', false, true),
  ('moderator', '', false, true),
  ('admin', '', false, true),
  ('administrator', '', false, true),
  ('official', '', false, true),
  ('escrow', '', false, true),
  ('trust & safety', '', false, true),
  ('trust and safety', '', false, true),
  ('customer service', '', false, true),
  ('help center', '', false, true),
  ('help centre', '', false, true),
  ('payments team', '', false, true),
  ('security team', '', false, true),
  ('refunds', '', false, true),
  ('compliance', '', false, true),
  ('mods', '', false, true),
  ('verified', '', false, true),
  ('soporte', '', false, true),
  ('moderador', '', false, true),
  ('administrador', '', false, true),
  ('oficial', '', false, true),
  ('verificado', '', false, true),
  ('destek', '', false, true),
  ('yönetici', '', false, true),
  ('doğrulanmış', '', false, true);

-- Checks the words of the name, also several consecutive words joined ("S t a f f", "Sta-ff team"),
-- their plurals, and digits that are read as letters. One character may stand for four words, and each run of
-- words is compared with each reserved name, so a name of more than 30 words is refused without comparing.
create function private.name_is_reserved(value text) returns boolean
language sql stable set search_path = '' as $$
  select cardinality(words) > 30 or exists (
    select from generate_subscripts(words, 1) as first, generate_series(first, cardinality(words)) as last,
      array_to_string(words[first:last], '') as word,
      unnest(array[word, translate(word, '34578', 'eastb'), translate(word, '34578', 'easts')]) as reading,
      private.reserved_names r
    where reading in (r.skeleton, r.skeleton || 's') or (r.inside_words and strpos(reading, r.skeleton) > 0)
  )
  from private.name_words(value) as words
$$;
comment on function private.name_is_reserved is 'True for a name that impersonates the market or its staff, and for one of more than 30 words.';

-- The check ------------------------------------------------------------------------------
-- Dandas, mathematical and technical signs, lines, shapes and notes: among letters a circle reads
-- as o and a stroke as l. Emoji components are excluded.
create function private.letter_like_signs() returns text
language sql immutable parallel safe set search_path = '' as $$
  select '\u0964\u0965\u2016\u2200-\u22FF\u2320\u2321\u2336-\u23CE\u23D0-\u23E8\u2500-\u25A9\u25AC-\u25B5'
    '\u25B7-\u25BF\u25C1-\u25FA\u25FF\u2758-\u275A\u27C0-\u27EF\u2980-\u2AFF\u2B58\u2F00-\u2FD5\uFFE8'
    '\U00010100-\U00010102\U0001D100-\U0001D1FF'
$$;
comment on function private.letter_like_signs is 'Signs that read as a letter among letters, for a regular expression.';

create function private.with_plain_dots(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select translate(normalize(left(value, 300), NFKC), '。', '.') collate pg_catalog.pg_c_utf8
$$;
comment on function private.with_plain_dots is 'The first 300 characters of a text, where each character that a browser reads as a dot is one.';

-- Mail programs turn every address into a link, and names and titles are part of the market's e-mails.
create function private.holds_address(value text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return private.with_plain_dots(value) ~* '://|\mwww\.|[^[:space:]]@[^[:space:]@]+\.|[[:alnum:]-]\.[[:alpha:]]{2,}|([0-9]{1,3}\.){3}[0-9]';
end;
$$;
comment on function private.holds_address is 'True for a text with a web or mail address, or a host such as evil.example or 192.0.2.1.';
grant execute on function private.holds_address, private.with_plain_dots to authenticated, service_role;

-- A line may name a host such as Node.js; a whole address belongs in a description.
create function private.list_holds_link(list text[]) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return exists (
    select from unnest(list) as line
    where private.holds_address(line) and private.with_plain_dots(line) ~* '://|\mwww\.|@|[[:alnum:]-]\.([[:alpha:]]{2,}|xn--[[:alnum:]-]+)(/|:[0-9]|[?#][^[:space:]])|([0-9]{1,3}\.){3}[0-9]');
end;
$$;
comment on function private.list_holds_link is 'True for a list of which a line has a web address with a scheme, a port, a path or a query, or a mail address.';
grant execute on function private.list_holds_link to authenticated, service_role;

-- Refuses a name or password before the host: `https://bank.example@host.example` leads to
-- host.example. Refuses a host in another script, too: it has to be written in ASCII (xn--…), so
-- that it cannot imitate another host.
create function private.are_web_addresses(links text[]) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  if cardinality(links) = 0 then
    return true;
  end if;
  -- A longer list is not read: its table rejects it by its length.
  if cardinality(links) > 20 then
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

-- Raises one token for each reason, so that the member knows what to change.
create function private.require_valid_name(value text, is_staff boolean) returns void
language plpgsql stable set search_path = '' as $$
begin
  -- A longer name is rejected by the constraint on its length.
  if length(value) > 60 then
    return;
  end if;
  -- Blanks alone are rejected below, because they are no letters.
  if not private.shows_all_characters(value) and value ~ '[^ \u3000]' then
    raise exception 'name_hidden_characters' using errcode = 'PT422';
  end if;
  if normalize(left(value, 100), NFC) ~ ('[' || private.combining_marks() || ']{3}') then
    raise exception 'name_too_many_marks' using errcode = 'PT422';
  end if;
  -- A name of one letter is rejected by the constraint on its length.
  if length(value) > 1 and length(regexp_replace(
    private.without_marks(value) collate pg_catalog.pg_c_utf8, '[^[:alnum:]]', '', 'g')) < 2
  then
    raise exception 'name_without_letters' using errcode = 'PT422';
  end if;
  if private.holds_address(value) then
    raise exception 'name_holds_address' using errcode = 'PT422';
  end if;
  if private.mixes_scripts(value) then
    raise exception 'name_mixes_scripts' using errcode = 'PT422';
  end if;
  -- A tick would look like the mark of a verified member.
  if not is_staff and (value ~ '[\u2611\u221A\u2705\u2713\u2714\U00010102\U0001F5F8\U0001F5F9\U0001FBB1]' or private.name_is_reserved(value)) then
    raise exception 'name_reserved' using errcode = 'PT422';
  end if;
  if value ~ ('[' || private.letter_like_signs() || ']') then
    raise exception 'name_mixes_scripts' using errcode = 'PT422';
  end if;
end;
$$;
comment on function private.require_valid_name is 'Rejects names with hidden characters or addresses, and names that impersonate the market; staff may name their role.';
