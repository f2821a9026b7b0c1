-- cast: ann kol
select plan(142);
create temporary table names as
select name, token from (values
  ('name_reserved', array['Kolpact', 'Kolpact Staff', 'The kolpact team', 'KoIpact', 'K0LPACT', 'Ko1pact', 'Ko|pact', 'kolp@ct', 'K.o.l.p.a.c.t', 'Kölpäct', U&'\FF2B\FF4F\FF4C\FF50\FF41\FF43\FF54',
    U&'\+01D40A\+01D428\+01D425\+01D429\+01D41A\+01D41C\+01D42D', U&'\24C0\24DE\24DB\24DF\24D0\24D2\24E3', U&'\1D0B\1D0F\029F\1D18\1D00\1D04\1D1B', U&'\0138olpact']),
  -- Every letter is Cyrillic: к о Ӏ р а с т.
  ('name_reserved', array[U&'\043A\043E\04C0\0440\0430\0441\0442']),
  -- One letter is Cyrillic, one Greek.
  ('name_mixes_scripts', array[U&'K\043Elpact', U&'Ann\03B1']),
  -- Three scripts in one word, two of which may be mixed; two scripts of India that no rule names.
  ('name_mixes_scripts', array[U&'\5C71Ann\03B1', U&'\0915\0995']),
  ('name_reserved', array['Staff', 'Maya, staff', 'S t a f f', 'St4ff', 'STAFF', 'SupportTeam', 'SUPPORT', 'Official Moderator', '0fficia1', 'admin', 'Escrow desk', 'Maya (verified)', U&'Maya \2714',
    U&'Maya \2705', 'Former member', 'former  MEMBER', 'Soporte', 'Destek', 'kolpactteam', 'mykolpact', 'E$crow desk', 'Escrovv desk', 'rnoderator', 'Sta-ff team', 'Sup port desk', 'Staff1',
    'Support24', '24support', '5taff team', 'The moderators']),
  -- A mark of the Vedas, one of music, one of Japanese, a number sign of Arabic.
  ('name_reserved', array[U&'Sta\1CD0ff team', U&'Sup\+01D165port team', U&'Sta\3099ff team', U&'Sta\06DDff team', U&'Maya \221A', U&'Maya \+01F5F9']),
  -- Digits of other scripts, and letters with a hook: Bengali 0 and 4, Thai 0, K with hook.
  ('name_reserved', array[U&'K\09E6lpact', U&'K\0E50lpact', U&'\0198olpact', U&'Supp\0E50rt Team', U&'\09EAtaff', U&'K\0966lpact', U&'Ko\0661pact']),
  ('name_mixes_scripts', array[U&'Ko\07CApact']),
  -- Signs that are read as a letter: a circle, a danda, a line of brackets, a bar line.
  ('name_mixes_scripts', array[U&'K\25EFlpact', U&'Ko\0964pact', U&'Ko\23AEpact', U&'Ko\+01D100pact', U&'Maya Okaf\2B58r']),
  ('name_reserved', array['Trust & Safety', 'Trust and Safety', 'Customer Service', 'Help Center', 'Payments Team', 'Security Team', 'Refunds', 'Compliance', 'The mods']),
  -- One character that stands for four words.
  ('name_reserved', array[repeat(U&'\FDFA ', 8) || 'A']),
  (null, array[U&'Maya \FDFA']),
  ('name_hidden_characters', array[U&'Kol\200Bpact', U&'Ma\200Dya', U&'Maya\FEFF', U&'\202EtcaploK', U&'Maya\200F', U&'Maya\2066', U&'Ma\00ADya', U&'Maya\00A0Okafor', U&'\3164\3164', U&'\115F\1160',
    U&'\FFA0\FFA0', U&'\2800\2800', U&'Maya\+0E0061', U&'Ma\2D7Fya', U&'Ma\+01D159ya', U&'Ma\+016FE4ya', U&'Ma\+013440ya', E'An\nn']),
  ('name_without_letters', array[U&'\0301\0301', U&'\3000\3000', '...', U&'\+01F525\+01F525']),
  ('name_too_many_marks', array[U&'M\0300\0301\0302\0303aya']),
  ('name_holds_address', array['https://evil.example/login', 'www.evil', 'secure-login.example', U&'secure-login\3002example', U&'secure-login\FF0Eexample', 'Mail admin@evil.example',
    'Mail admin@evil.']),
  (null, array['J. R. Smith', 'Ann Lee Jr.', 'Web3.0 Daily', '@maya', 'Bo', 'Maya Okafor', 'Stafford', 'Web3 Sam 2', 'Ann1', 'Badminton Daily', 'Supporters of Ann', 'Nguyễn Ngọc Linh',
    'Piotr Zieliński', 'Алексей Волков', 'Алексей (Alex)', 'Σωκράτης', '山田太郎', 'TikTok女王', '박지호 Park', 'محمد علي', 'प्रिया शर्मा', 'สมชาย', U&'Priya \0967\0968', 'Modesty Blaise', U&'Ann \25B6',
    'O''Neil & Sons 2', U&'Ann \2764\FE0F', U&'Ann \+01F469\200D\+01F4BB'])
) as cases (token, names), unnest(names) as name;
create function pg_temp.refusal_of(name text) returns text language sql as $$
  select tests.refusal(format('update public.profiles set display_name = %L where id = tests.id(''ann'')', name))
$$;
select tests.act_as(tests.id('ann'));
select is(pg_temp.refusal_of(name), token, format('the name "%s" is %s', replace(name, E'\n', '\n'), coalesce('refused with ' || token, 'allowed'))) from names;
select tests.act_as_owner();
select is(private.name_skeleton(U&'Ines Carvalh\09E6'), private.name_skeleton('Ines Carvalho'), 'a digit of another script stands for the letter that it looks like');
insert into private.reserved_names (name, skeleton) values ('Treasury', '');
select is(pg_temp.refusal_of('TREASURY desk'), 'name_reserved', 'a name that looks like one that staff have reserved is refused');
select is(pg_temp.refusal_of('Treasurer'), null, 'a name that only resembles one that staff have reserved is allowed');
update public.profiles set is_staff = true where id = tests.id('ann');
select is(pg_temp.refusal_of('Ann, Kolpact staff'), null, 'staff may have the word staff in their names');
