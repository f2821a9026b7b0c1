begin;
create temporary table wrong_names (name text, token text);
insert into wrong_names values
  ('Kolpact', 'name_reserved'),
  ('Kolpact Staff', 'name_reserved'),
  ('The kolpact team', 'name_reserved'),
  ('KoIpact', 'name_reserved'),
  ('K0LPACT', 'name_reserved'),
  ('Ko1pact', 'name_reserved'),
  ('Ko|pact', 'name_reserved'),
  ('kolp@ct', 'name_reserved'),
  ('K.o.l.p.a.c.t', 'name_reserved'),
  ('Kölpäct', 'name_reserved'),
  (U&'\FF2B\FF4F\FF4C\FF50\FF41\FF43\FF54', 'name_reserved'),
  (U&'\+01D40A\+01D428\+01D425\+01D429\+01D41A\+01D41C\+01D42D', 'name_reserved'),
  (U&'\24C0\24DE\24DB\24DF\24D0\24D2\24E3', 'name_reserved'),
  (U&'\1D0B\1D0F\029F\1D18\1D00\1D04\1D1B', 'name_reserved'),
  (U&'\0138olpact', 'name_reserved'),
  -- Every letter Cyrillic: к о Ӏ р а с т.
  (U&'\043A\043E\04C0\0440\0430\0441\0442', 'name_reserved'),
  -- One letter Cyrillic, one Greek.
  (U&'K\043Elpact', 'name_mixes_scripts'),
  (U&'Ann\03B1', 'name_mixes_scripts'),
  -- Three scripts in a word, two of which go together; two of India's, which are not named.
  (U&'\5C71Ann\03B1', 'name_mixes_scripts'),
  (U&'\0915\0995', 'name_mixes_scripts'),
  ('Staff', 'name_reserved'),
  ('Maya, staff', 'name_reserved'),
  ('S t a f f', 'name_reserved'),
  ('St4ff', 'name_reserved'),
  ('STAFF', 'name_reserved'),
  ('SupportTeam', 'name_reserved'),
  ('SUPPORT', 'name_reserved'),
  ('Official Moderator', 'name_reserved'),
  ('0fficia1', 'name_reserved'),
  ('admin', 'name_reserved'),
  ('Escrow desk', 'name_reserved'),
  ('Maya (verified)', 'name_reserved'),
  (U&'Maya \2714', 'name_reserved'),
  (U&'Maya \2705', 'name_reserved'),
  ('Former member', 'name_reserved'),
  ('former  MEMBER', 'name_reserved'),
  ('Soporte', 'name_reserved'),
  ('Destek', 'name_reserved'),
  ('kolpactteam', 'name_reserved'),
  ('mykolpact', 'name_reserved'),
  ('E$crow desk', 'name_reserved'),
  ('Escrovv desk', 'name_reserved'),
  ('rnoderator', 'name_reserved'),
  ('Sta-ff team', 'name_reserved'),
  ('Sup port desk', 'name_reserved'),
  ('Staff1', 'name_reserved'),
  ('Support24', 'name_reserved'),
  ('24support', 'name_reserved'),
  ('5taff team', 'name_reserved'),
  ('The moderators', 'name_reserved'),
  -- A mark of the Vedas, one of music, one of Japanese, a number sign of Arabic.
  (U&'Sta\1CD0ff team', 'name_reserved'),
  (U&'Sup\+01D165port team', 'name_reserved'),
  (U&'Sta\3099ff team', 'name_reserved'),
  (U&'Sta\06DDff team', 'name_reserved'),
  (U&'Maya \221A', 'name_reserved'),
  (U&'Maya \+01F5F9', 'name_reserved'),
  -- Digits of other scripts, and letters with a hook: Bengali 0 and 4, Thai 0, K with hook.
  (U&'K\09E6lpact', 'name_reserved'),
  (U&'K\0E50lpact', 'name_reserved'),
  (U&'\0198olpact', 'name_reserved'),
  (U&'Supp\0E50rt Team', 'name_reserved'),
  (U&'\09EAtaff', 'name_reserved'),
  (U&'K\0966lpact', 'name_reserved'),
  (U&'Ko\0661pact', 'name_reserved'),
  (U&'Ko\07CApact', 'name_mixes_scripts'),
  -- Signs that are read as a letter: a circle, a danda, a line of brackets, a bar line.
  (U&'K\25EFlpact', 'name_mixes_scripts'),
  (U&'Ko\0964pact', 'name_mixes_scripts'),
  (U&'Ko\23AEpact', 'name_mixes_scripts'),
  (U&'Ko\+01D100pact', 'name_mixes_scripts'),
  (U&'Maya Okaf\2B58r', 'name_mixes_scripts'),
  ('Trust & Safety', 'name_reserved'),
  ('Trust and Safety', 'name_reserved'),
  ('Customer Service', 'name_reserved'),
  ('Help Center', 'name_reserved'),
  ('Payments Team', 'name_reserved'),
  ('Security Team', 'name_reserved'),
  ('Refunds', 'name_reserved'),
  ('Compliance', 'name_reserved'),
  ('The mods', 'name_reserved'),
  (U&'Kol\200Bpact', 'name_hidden_characters'),
  (U&'Ma\200Dya', 'name_hidden_characters'),
  (U&'Maya\FEFF', 'name_hidden_characters'),
  (U&'\202EtcaploK', 'name_hidden_characters'),
  (U&'Maya\200F', 'name_hidden_characters'),
  (U&'Maya\2066', 'name_hidden_characters'),
  (U&'Ma\00ADya', 'name_hidden_characters'),
  (U&'Maya\00A0Okafor', 'name_hidden_characters'),
  (U&'\3164\3164', 'name_hidden_characters'),
  (U&'\115F\1160', 'name_hidden_characters'),
  (U&'\FFA0\FFA0', 'name_hidden_characters'),
  (U&'\2800\2800', 'name_hidden_characters'),
  (U&'Maya\+0E0061', 'name_hidden_characters'),
  (U&'Ma\2D7Fya', 'name_hidden_characters'),
  (U&'Ma\+01D159ya', 'name_hidden_characters'),
  (U&'Ma\+016FE4ya', 'name_hidden_characters'),
  (U&'Ma\+013440ya', 'name_hidden_characters'),
  (E'An\nn', 'name_hidden_characters'),
  (U&'\0301\0301', 'name_without_letters'),
  (U&'\3000\3000', 'name_without_letters'),
  ('...', 'name_without_letters'),
  (U&'\+01F525\+01F525', 'name_without_letters'),
  (U&'M\0300\0301\0302\0303aya', 'name_too_many_marks'),
  ('Bo', null),
  ('Maya Okafor', null),
  ('Stafford', null),
  ('Web3 Sam 2', null),
  ('Ann1', null),
  ('Badminton Daily', null),
  ('Supporters of Ann', null),
  ('Nguyễn Ngọc Linh', null),
  ('Piotr Zieliński', null),
  ('Алексей Волков', null),
  ('Алексей (Alex)', null),
  ('Σωκράτης', null),
  ('山田太郎', null),
  ('TikTok女王', null),
  ('박지호 Park', null),
  ('محمد علي', null),
  ('प्रिया शर्मा', null),
  ('สมชาย', null),
  (U&'Priya \0967\0968', null),
  ('Modesty Blaise', null),
  (U&'Ann \25B6', null),
  ('O''Neil & Sons 2', null),
  (U&'Ann \2764\FE0F', null),
  (U&'Ann \+01F469\200D\+01F4BB', null);
select plan((select count(*)::int from wrong_names) + 2);
select tests.make_member('ann');
create function pg_temp.refusal_of(name text) returns text language plpgsql as $$
begin
  update public.profiles set display_name = refusal_of.name where id = tests.id('ann');
  return null;
exception when sqlstate 'PT422' then
  return sqlerrm;
end;
$$;
grant select on wrong_names to authenticated;
grant execute on function pg_temp.refusal_of to authenticated;
select tests.act_as(tests.id('ann'));
select is(pg_temp.refusal_of(name), token, name) from wrong_names;
select tests.act_as_owner();
select is(private.name_skeleton(U&'Ines Carvalh\09E6'), private.name_skeleton('Ines Carvalho'), 'a digit of another script stands for the letter that it looks like');
update public.profiles set is_staff = true where id = tests.id('ann');
select is(pg_temp.refusal_of('Ann, Kolpact staff'), null, 'staff may name their office');
select * from finish();
rollback;
