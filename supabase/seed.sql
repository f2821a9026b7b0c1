-- A small believable market for an empty database: people, packs, orders in every state,
-- conversations, saved searches. Contents are the same each time; times count back from now.
-- Everything that has rules (orders, money, reviews, matches) is made by the product's own
-- functions, acting as the member concerned. Runs as `postgres`, locally and by `supabase db reset`.
-- For local use: its accounts have a password that everybody knows, and one of them is staff.
do $$
begin
  if exists (select from auth.users) or exists (select from private.founding) then
    raise exception 'supabase/seed.sql is the demo market for an empty local database; this one has members, or was founded.'
      using hint = 'On a hosted project push the migrations without --include-seed, then follow docs/operating.md.';
  end if;
end;
$$;

-- Helpers of this session ------------------------------------------------------------------
create function pg_temp.seed_id(kind text, name text) returns uuid
language sql immutable as $$ select md5('kolpact:' || kind || ':' || name)::uuid $$;

create function pg_temp.member(handle text) returns uuid
language sql stable as $$
  select id from public.profiles where user_id = pg_temp.seed_id('user', handle)
$$;

-- From here to the next call, the session acts as this member at this time, who has just given the code of
-- a second factor; payouts ask for it.
create function pg_temp.act_as(handle text, at timestamptz default null) returns void
language plpgsql as $$
declare
  v_session constant uuid := pg_temp.seed_id('session', handle);
begin
  insert into auth.sessions (id, user_id, created_at, updated_at, aal)
  select v_session, u.id, now(), now(), 'aal2' from auth.users u where u.id = pg_temp.seed_id('user', handle)
  on conflict do nothing;
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
  select v_session, s.id, now(), now(), 'totp' from auth.sessions s where s.id = v_session
  on conflict do nothing;
  perform set_config('request.jwt.claims', case when handle is null then '' else
    json_build_object('sub', pg_temp.seed_id('user', handle), 'role', 'authenticated', 'aal', 'aal2',
      'session_id', v_session)::text end, false);
  perform set_config('kolpact.time', at::text, false);
end;
$$;

-- Invites ----------------------------------------------------------------------------------
insert into public.invites (code, max_uses) values
  ('WELCOME-KOLPACT', 10000),
  ('FOUNDING-CIRCLE', 200);

-- People -----------------------------------------------------------------------------------
create temporary table seed_people (
  no int generated always as identity,
  handle text primary key,
  role text not null,
  name text not null,
  language text not null,
  platforms text[] not null default '{}',
  categories text[] not null default '{}',
  followers jsonb not null default '{}',
  verified boolean not null default false,
  -- Days since sign-up.
  age int not null,
  expertise text[] not null default '{}',
  bio text not null
);

insert into seed_people (handle, role, name, language, categories, verified, age, expertise, bio) values
  ('staff', 'brand', 'Ines Carvalho', 'en', '{}', true, 400, '{marketplace operations}',
   'Kolpact staff. I read every application myself and answer within a day.'),
  ('brand', 'brand', 'Halcyon Vaults', 'en', '{defi,security}', true, 210, '{yield vaults,risk management}',
   'Non-custodial yield vaults with published risk reports. We look for creators who explain before they excite.'),
  ('pixelbastion', 'brand', 'Pixel Bastion', 'en', '{gaming,nft}', true, 180, '{strategy games,player economies}',
   'A studio of twenty-two making a tactical base builder in which players own what they craft.'),
  ('driftline', 'brand', 'Driftline', 'en', '{layer2,infrastructure}', true, 160, '{rollups,developer tools}',
   'A rollup for payments. Two-second finality, fees below a cent, docs that people finish reading.'),
  ('kestrelwallet', 'brand', 'Kestrel Wallet', 'en', '{security,education}', false, 130, '{self custody,onboarding}',
   'The wallet your parents could use: recovery with friends, plain words, no seed phrase on paper.'),
  ('saltmarsh', 'brand', 'Saltmarsh Exchange', 'en', '{trading,defi}', true, 120, '{perpetuals,market making}',
   'An order-book exchange for people who read the rules first. Now opening in Latin America and Turkey.'),
  ('orrery', 'brand', 'Orrery Agents', 'en', '{ai,infrastructure}', false, 75, '{autonomous agents,data markets}',
   'Agents that buy their own data and show the receipt. Seed stage, six people, Lisbon and Seoul.'),
  ('mosaicguild', 'brand', 'Mosaic Guild', 'en', '{dao,education}', false, 60, '{governance,grants}',
   'A grants guild with 4,100 voting members. We pay creators to make proposals readable.'),
  ('quillmint', 'brand', 'Quillmint', 'en', '{nft,news}', false, 12, '{digital publishing}',
   'Serial fiction that readers collect chapter by chapter. Launching this winter.');

insert into seed_people
  (handle, role, name, language, platforms, categories, followers, verified, age, expertise, bio)
values
  ('creator', 'kol', 'Maya Okafor', 'en', '{x,youtube}', '{defi,education}', '{"x": 48200, "youtube": 31500}', true, 205,
   '{lending protocols,risk explained,tokenomics}', 'I take one protocol a week apart and put it back together on camera. Former auditor; I publish my positions and my mistakes.'),
  ('dkowalski', 'kol', 'Daniel Kowalski', 'en', '{x}', '{defi,trading}', '{"x": 127400}', true, 200,
   '{on-chain data,liquidity}', 'Dashboards first, opinions second. Daily thread on where liquidity moved and why it matters.'),
  ('lenaf', 'kol', 'Lena Fischer', 'de', '{youtube,linkedin}', '{infrastructure,education}', '{"youtube": 64100, "linkedin": 12800}', true, 198,
   '{Rollups,Datenverfügbarkeit}', 'Blockchain-Infrastruktur auf Deutsch, ohne Werbesprech. Jede Woche ein Video, jedes mit Quellen.'),
  ('mateor', 'kol', 'Mateo Rivas', 'es', '{youtube,tiktok}', '{defi,education}', '{"youtube": 212000, "tiktok": 340500}', true, 195,
   '{DeFi desde cero,stablecoins}', 'Explico finanzas descentralizadas como se las explicaría a mi madre. Más de 400 videos y ni un grupo de señales.'),
  ('aylind', 'kol', 'Aylin Demir', 'tr', '{x,telegram}', '{trading,news}', '{"x": 88300, "telegram": 24100}', true, 192,
   '{piyasa analizi,makro}', 'Her sabah yedide piyasa özeti. On yıl bankacılık, dört yıl kripto; yatırım tavsiyesi değil, bağlam veririm.'),
  ('jpark', 'kol', 'Park Ji-ho', 'ko', '{x,youtube}', '{gaming,nft}', '{"x": 36700, "youtube": 91200}', true, 190,
   '{game economies,first looks}', 'I play web3 games for forty hours before I review them. Korean and English subtitles.'),
  ('camilleb', 'kol', 'Camille Bernard', 'fr', '{medium,x}', '{dao,education}', '{"medium": 5400, "x": 3900}', false, 188,
   '{gouvernance,analyse de propositions}', 'Je lis les propositions de gouvernance pour que vous puissiez voter en cinq minutes.'),
  ('tobiaswn', 'kol', 'Tobias Wren', 'en', '{x,farcaster}', '{layer2,infrastructure}', '{"x": 22300, "farcaster": 8900}', true, 186,
   '{rollup economics,client diversity}', 'Engineer by day. Long threads on sequencers, blobs and what fees really pay for.'),
  ('yukihara', 'kol', 'Yuki Hara', 'ja', '{youtube}', '{nft,gaming}', '{"youtube": 154000}', true, 184,
   '{generative art,collecting}', 'Generative art, shown slowly. I visit artists, film the process and keep the prices out of it.'),
  ('brunoa', 'kol', 'Bruno Azevedo', 'pt', '{youtube,instagram}', '{education,defi}', '{"youtube": 98700, "instagram": 45600}', true, 182,
   '{finanças abertas,carteiras}', 'Cripto em português claro. Tutoriais passo a passo e uma live toda quinta.'),
  ('ngoclinh', 'kol', 'Nguyễn Ngọc Linh', 'vi', '{tiktok,telegram}', '{gaming,memecoins}', '{"tiktok": 610000, "telegram": 33000}', true, 180,
   '{short video,communities}', 'Sixty-second game reviews for Southeast Asia. My community tests every build with me.'),
  ('rahulm', 'kol', 'Rahul Mehta', 'hi', '{youtube,telegram}', '{education,trading}', '{"youtube": 1240000, "telegram": 210000}', true, 178,
   '{beginner courses,tax}', 'India''s slowest crypto channel: one idea per video, nothing to buy at the end.'),
  ('oksana', 'kol', 'Oksana Bondar', 'uk', '{telegram,x}', '{security,news}', '{"telegram": 18700, "x": 9600}', true, 175,
   '{incident reports,wallet safety}', 'I write up exploits within the hour and explain how not to be next.'),
  ('samirh', 'kol', 'Samir Haddad', 'ar', '{youtube,x}', '{education,defi}', '{"youtube": 187000, "x": 54300}', true, 172,
   '{Islamic finance,stablecoins}', 'Decentralised finance for Arabic speakers, with scholars as guests where it matters.'),
  ('weichen', 'kol', 'Chen Wei', 'zh', '{x,medium}', '{infrastructure,layer2}', '{"x": 72100, "medium": 6200}', true, 170,
   '{zero-knowledge proofs,translations}', 'I translate research into Chinese and diagrams. Proof systems, data availability, shared sequencing.'),
  ('gracel', 'kol', 'Grace Lindqvist', 'en', '{linkedin,medium}', '{infrastructure,ai}', '{"linkedin": 41200, "medium": 11800}', true, 168,
   '{enterprise adoption,case studies}', 'Case studies for people who have to convince a board. Twelve years in consulting.'),
  ('dexdiego', 'kol', 'Diego Salazar', 'es', '{x,discord}', '{trading,memecoins}', '{"x": 263000, "discord": 41000}', false, 165,
   '{market structure,live spaces}', 'Mesas redondas cada noche a las nueve. Hablo de estructura de mercado, no de promesas.'),
  ('novaclips', 'kol', 'Nova Bright', 'en', '{tiktok,instagram}', '{nft,memecoins}', '{"tiktok": 1830000, "instagram": 420000}', true, 162,
   '{viral video,brand stories}', 'Thirty seconds, one joke, one thing you did not know. Two million people seem to like it.'),
  ('hugom', 'kol', 'Hugo Marchetti', 'it', '{youtube}', '{gaming}', '{"youtube": 7600}', false, 160,
   '{speedruns,game design}', 'Recensioni lunghe di giochi on-chain, con il codice aperto accanto.'),
  ('piotrz', 'kol', 'Piotr Zieliński', 'pl', '{youtube,discord}', '{security,education}', '{"youtube": 38900, "discord": 5200}', true, 158,
   '{hardware wallets,threat models}', 'I try to break wallets so you do not have to. Reviews with a screwdriver.'),
  ('amaraj', 'kol', 'Amara Johnson', 'en', '{instagram,tiktok}', '{education,nft}', '{"instagram": 76500, "tiktok": 58200}', true, 155,
   '{artist onboarding,community events}', 'I help artists mint their first piece and tell the story of how it went.'),
  ('kenjiw', 'kol', 'Kenji Watanabe', 'ja', '{x}', '{trading,news}', '{"x": 143000}', true, 152,
   '{derivatives,Asia session}', 'Tokyo session notes before London wakes up. Charts with the assumptions written on them.'),
  ('fatimaz', 'kol', 'Fatima Zahra Idrissi', 'fr', '{youtube,linkedin}', '{education,dao}', '{"youtube": 6300, "linkedin": 2700}', false, 150,
   '{formation,Afrique francophone}', 'Formations gratuites pour l''Afrique francophone: portefeuilles, sécurité, premiers pas.'),
  ('theogr', 'kol', 'Theo Grant', 'en', '{twitch,discord}', '{gaming}', '{"twitch": 52400, "discord": 14800}', true, 148,
   '{live play,tournaments}', 'Five evenings a week live. I run the tournament, you bring the squad.'),
  ('zeynepk', 'kol', 'Zeynep Kaya', 'tr', '{youtube,instagram}', '{education,security}', '{"youtube": 41800, "instagram": 29900}', true, 146,
   '{cüzdan güvenliği,yeni başlayanlar}', 'Cüzdanınızı kaybetmeden kripto. Haftada iki video, sıfır sinyal.'),
  ('mariusv', 'kol', 'Marius Vlad', 'en', '{farcaster,x}', '{dao,infrastructure}', '{"farcaster": 6500, "x": 2200}', false, 144,
   '{onchain social,governance tooling}', 'Building and writing in the open on Farcaster. I ship a mini app for most sponsors.'),
  ('sofialn', 'kol', 'Sofía Lozano', 'es', '{instagram,x}', '{nft,dao}', '{"instagram": 33400, "x": 17800}', true, 142,
   '{arte digital,coleccionistas}', 'Entrevisto a artistas de toda Latinoamérica y curo una exposición al mes.'),
  ('aleksv', 'kol', 'Aleksei Volkov', 'ru', '{telegram,youtube}', '{defi,layer2}', '{"telegram": 95400, "youtube": 28700}', true, 140,
   '{yield strategies,calculators}', 'Стратегии с таблицами и честным риском. Ни одной ссылки без расчёта.'),
  ('priyas', 'kol', 'Priya Sharma', 'en', '{linkedin,youtube}', '{ai,education}', '{"linkedin": 58900, "youtube": 22100}', true, 137,
   '{agents,data ownership}', 'Where machine learning meets open networks: demos that run, with the notebook attached.'),
  ('jonasb', 'kol', 'Jonas Brandt', 'de', '{x,telegram}', '{trading,defi}', '{"x": 9400, "telegram": 3800}', false, 134,
   '{Optionen,Risikomanagement}', 'Optionshandel ohne Lärm. Jede Position mit Ausstieg und Rechnung.'),
  ('lucasp', 'kol', 'Lucas Prado', 'pt', '{tiktok,youtube}', '{memecoins,gaming}', '{"tiktok": 278000, "youtube": 84600}', false, 131,
   '{humor,desafios}', 'Comédia cripto. Se não for engraçado, pelo menos é curto.'),
  ('minhtran', 'kol', 'Trần Minh', 'vi', '{youtube,discord}', '{layer2,education}', '{"youtube": 5600, "discord": 1400}', false, 128,
   '{node guides,testnets}', 'Step-by-step node and testnet guides. If a command fails, I fix the video.'),
  ('elenav', 'kol', 'Elena Vasquez', 'en', '{medium,farcaster}', '{defi,dao}', '{"medium": 24700, "farcaster": 6100}', true, 126,
   '{essays,treasury management}', 'Essays on treasuries, incentives and the people who design them.'),
  ('hanaa', 'kol', 'Hana Al-Masri', 'ar', '{instagram,tiktok}', '{nft,education}', '{"instagram": 145000, "tiktok": 97300}', true, 124,
   '{fashion,digital identity}', 'Digital fashion and identity for the Gulf. I wear it before I post it.'),
  ('stefanog', 'kol', 'Stefano Greco', 'it', '{linkedin,x}', '{infrastructure,security}', '{"linkedin": 5400, "x": 2700}', false, 121,
   '{regulation,compliance}', 'MiCA spiegato articolo per articolo. Giurista, non influencer.'),
  ('annikal', 'kol', 'Annika Larsen', 'en', '{youtube,x}', '{security,infrastructure}', '{"youtube": 47800, "x": 26900}', true, 118,
   '{audits explained,formal methods}', 'I read audit reports aloud so that you never have to say you did.'),
  ('budisan', 'kol', 'Budi Santoso', 'id', '{tiktok,telegram}', '{gaming,memecoins}', '{"tiktok": 445000, "telegram": 61200}', true, 115,
   '{guild management,mobile games}', 'Ten thousand guild members and a phone each. We play, we rate, we post.'),
  ('miriamk', 'kol', 'Miriam Katz', 'en', '{x,linkedin}', '{news,infrastructure}', '{"x": 68400, "linkedin": 19500}', true, 112,
   '{policy,interviews}', 'Policy reporter. I ask regulators the question you would ask.'),
  ('owenc', 'kol', 'Owen Calloway', 'en', '{twitch,youtube}', '{trading,education}', '{"twitch": 3800, "youtube": 4300}', false, 110,
   '{paper trading,backtests}', 'Live backtests on stream. I lose pretend money in public so you keep yours.'),
  ('suminl', 'kol', 'Lee Su-min', 'ko', '{instagram,x}', '{nft,ai}', '{"instagram": 52700, "x": 20800}', true, 108,
   '{AI art,exhibitions}', 'AI art between Seoul and the chain. Curator of two sold-out shows.'),
  ('pavelnov', 'kol', 'Pavel Novák', 'cs', '{youtube}', '{infrastructure}', '{"youtube": 6400}', false, 104,
   '{validators,home staking}', 'Validátor v obýváku. Hardware, spotřeba, výpadky, vše na kameře.'),
  ('chloed', 'kol', 'Chloe Dupont', 'fr', '{tiktok,instagram}', '{education,memecoins}', '{"tiktok": 189000, "instagram": 66300}', true, 101,
   '{vidéos courtes,pédagogie}', 'La crypto en quarante secondes, vérifiée par une journaliste. Moi.'),
  ('ericn', 'kol', 'Eric Njoroge', 'en', '{x,youtube}', '{education,defi}', '{"x": 31200, "youtube": 12400}', true, 98,
   '{mobile money,remittances}', 'How open finance works on a cheap phone in Nairobi. Field tests, receipts, real fees.'),
  ('rosam', 'kol', 'Rosa Martín', 'es', '{linkedin,medium}', '{dao,infrastructure}', '{"linkedin": 6300, "medium": 2100}', false, 94,
   '{cooperativas,gobernanza}', 'Cooperativas, DAOs y todo lo que tienen en común. Investigadora en Valencia.'),
  ('ivanpet', 'kol', 'Ivan Petrov', 'ru', '{youtube,telegram}', '{gaming,trading}', '{"youtube": 326000, "telegram": 148000}', true, 91,
   '{esports,betting markets}', 'Киберспорт и рынки прогнозов. Статистика матчей вместо эмоций.'),
  ('nadiab', 'kol', 'Nadia Belhaj', 'ar', '{x,medium}', '{ai,news}', '{"x": 5800, "medium": 1900}', false, 88,
   '{AI policy,Arabic explainers}', 'A weekly letter on machines, markets and who owns the data.'),
  ('filipk', 'kol', 'Filip Kjær', 'en', '{farcaster}', '{ai,layer2}', '{"farcaster": 4600}', false, 84,
   '{frames,prototypes}', 'Small useful things for Farcaster. You bring an idea on Monday, we cast it on Friday.'),
  ('meiling', 'kol', 'Lin Mei-ling', 'zh', '{youtube,instagram}', '{education,trading}', '{"youtube": 1090000, "instagram": 175000}', true, 80,
   '{personal finance,women in crypto}', 'Personal finance for a million women in Chinese. Crypto is one chapter, not the book.'),
  ('gabrielt', 'kol', 'Gabriel Torres', 'es', '{twitch,tiktok}', '{gaming,nft}', '{"twitch": 24600, "tiktok": 71300}', false, 76,
   '{torneos,directos}', 'Directos de estrategia y torneos con premio. Nunca juego algo que no me divierta.'),
  ('ashleyw', 'kol', 'Ashley Wong', 'en', '{discord,x}', '{dao,gaming}', '{"discord": 4700, "x": 2900}', false, 72,
   '{community building,moderation}', 'I set up, calm down and grow communities. Ask three of my former servers.'),
  ('kwamea', 'kol', 'Kwame Asante', 'en', '{youtube,telegram}', '{trading,education}', '{"youtube": 7200, "telegram": 2100}', false, 66,
   '{technical analysis,journaling}', 'A trading journal in public, every loss included.'),
  ('danat', 'kol', 'Dana Tkachenko', 'uk', '{tiktok}', '{security,education}', '{"tiktok": 82400}', true, 61,
   '{scam awareness,short video}', 'One scam a day, taken apart in a minute.'),
  ('rickt', 'kol', 'Ricardo Teixeira', 'pt', '{linkedin,x}', '{ai,infrastructure}', '{"linkedin": 3400, "x": 1800}', false, 55,
   '{data engineering,oracles}', 'Oracles, indexers and the boring parts that everything stands on.'),
  ('lilyt', 'kol', 'Lily Tan', 'en', '{medium}', '{ai,defi}', '{"medium": 860}', false, 48,
   '{research notes,agents}', 'Careful notes on agents that hold wallets. Small list, good questions.'),
  ('arjunv', 'kol', 'Arjun Verma', 'hi', '{x,discord}', '{layer2,infrastructure}', '{"x": 640, "discord": 210}', false, 40,
   '{smart contract tutorials,hackathons}', 'Third-year student, nine hackathons. I explain every line I deploy.'),
  ('emreo', 'kol', 'Emre Öztürk', 'tr', '{twitch,youtube}', '{gaming,memecoins}', '{"twitch": 3900, "youtube": 5100}', false, 2,
   '{canlı yayın,mizah}', 'Gece yayınları, kötü şakalar, dürüst oyun yorumları.'),
  ('hannahs', 'kol', 'Hannah Stein', 'de', '{instagram,medium}', '{nft,dao}', '{"instagram": 780, "medium": 150}', false, 9,
   '{Galerien,Kunstrecht}', 'Kunsthistorikerin. Ich schreibe über Besitz, Kopie und das, was dazwischen liegt.'),
  ('victore', 'kol', 'Victor Eze', 'en', '{x}', '{memecoins,trading}', '{"x": 920}', false, 6,
   '{culture,memes}', 'Culture desk of one. I explain why that frog is everywhere this week.'),
  ('juliar', 'kol', 'Julia Reyes', 'es', '{tiktok,youtube}', '{education,defi}', '{"tiktok": 15200, "youtube": 2400}', false, 3,
   '{ahorro,remesas}', 'Remesas y ahorro en dólares digitales, contado desde Medellín.'),
  ('noahb', 'kol', 'Noah Becker', 'de', '{youtube,twitch}', '{infrastructure,security}', '{"youtube": 460, "twitch": 95}', false, 1,
   '{Heimserver,Node-Betrieb}', 'Ich betreibe Knoten auf alter Hardware und streame, was kaputtgeht.');

-- Works that creators show: titles by platform. The pictures are drawn by `npm start` (scripts/local/demo-pictures.ts).
create temporary table seed_works (platform text, no int, title text);
insert into seed_works values
  ('x', 1, 'Where the liquidity went in March'), ('x', 2, 'Twelve posts on a bridge that stopped'), ('x', 3, 'What a sequencer earns'),
  ('youtube', 1, 'Lending, taken apart in eight minutes'), ('youtube', 2, 'I used this wallet for a month'), ('youtube', 3, 'The audit, read aloud'),
  ('telegram', 1, 'The morning summary'), ('telegram', 2, 'An evening of questions'),
  ('discord', 1, 'A workshop with 300 testers'), ('tiktok', 1, 'One scam in sixty seconds'), ('tiktok', 2, 'Gas fees, as a bakery'),
  ('instagram', 1, 'A studio visit in five frames'), ('instagram', 2, 'The first piece, minted live'),
  ('twitch', 1, 'Tournament night, the final'), ('farcaster', 1, 'A mini app for a launch'), ('medium', 1, 'Who guards a treasury'),
  ('linkedin', 1, 'A case study with its numbers');

create function pg_temp.works_of(handle text, profile_id uuid, platforms text[]) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'title', w.title, 'platform', w.platform, 'made_on', (current_date - (20 + abs(hashtext(handle || w.title)) % 300))::text,
    'image', format('%s/work-%s%s.png', profile_id, w.platform, w.no),
    'thumbnail', format('%s/work-%s%s.png', profile_id, w.platform, w.no)) order by w.no, array_position(platforms, w.platform)), '[]')
  from seed_works w
  where w.platform = any (platforms) and (handle = 'creator' or w.no = 1 + abs(hashtext(handle || w.platform)) % 3)
$$;

-- Accounts: one password for all, hashed once. Members signed up with the invite FOUNDING-CIRCLE,
-- or with the code of a member who was there before them.
do $$
declare
  v_password text := extensions.crypt('kolpact-demo-1', extensions.gen_salt('bf'));
  v_person record;
  v_code text;
  v_since timestamptz;
  v_handle text;
begin
  for v_person in select * from seed_people order by (handle = 'staff') desc, age desc loop
    v_handle := coalesce('{"creator": "mayaokafor", "brand": "halcyonvaults"}'::jsonb ->> v_person.handle, v_person.handle);
    v_since := now() - make_interval(days => v_person.age, mins => v_person.no * 37);
    select p.referral_code into v_code
    from seed_people s
    join public.profiles p on p.user_id = pg_temp.seed_id('user', s.handle)
    where v_person.no % 4 = 0 and s.handle <> 'staff' and p.invites_left > 2
    order by s.no desc limit 1;

    insert into auth.users (
      id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
      raw_user_meta_data, created_at, updated_at, confirmation_token, recovery_token,
      email_change, email_change_token_new, email_change_token_current, phone_change,
      phone_change_token, reauthentication_token
    ) values (
      pg_temp.seed_id('user', v_person.handle), 'authenticated', 'authenticated',
      v_person.handle || '@kolpact.test', v_password, v_since + interval '4 minutes',
      '{"provider": "email", "providers": ["email"]}',
      jsonb_build_object('invite_code', coalesce(v_code, 'FOUNDING-CIRCLE'), 'role', v_person.role),
      v_since, v_since, '', '', '', '', '', '', '', ''
    );
    insert into auth.identities (
      id, user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at
    ) values (
      pg_temp.seed_id('identity', v_person.handle), pg_temp.seed_id('user', v_person.handle),
      'email', pg_temp.seed_id('user', v_person.handle)::text,
      jsonb_build_object(
        'sub', pg_temp.seed_id('user', v_person.handle),
        'email', v_person.handle || '@kolpact.test', 'email_verified', true, 'phone_verified', false),
      v_since, v_since, v_since
    );

    -- Onboarding, as the member did it a few minutes later.
    update public.profiles set
      display_name = v_person.name, bio = v_person.bio, expertise = v_person.expertise,
      language = v_person.language, platforms = v_person.platforms, categories = v_person.categories,
      locale = case when v_person.language in ('es', 'tr') then v_person.language else 'en' end,
      follower_counts = v_person.followers, created_at = v_since,
      channels = (
        select jsonb_object_agg(platform, v_handle)
        from unnest(case v_person.role when 'brand' then '{x}' else v_person.platforms end) as platform),
      regions = case when v_person.role = 'brand' then '{}' when v_person.language = 'es' then '{latin_america,europe}'
        when v_person.language = 'tr' then '{europe,mena}'
        else array['global', (array['north_america', 'europe', 'south_asia', 'southeast_asia', 'africa'])[1 + length(v_person.handle) % 5]] end,
      website = case v_person.role when 'brand' then format('https://%s.example', v_handle) end,
      profile_image = case v_person.role when 'kol' then id || '/portrait.png' end,
      works = case v_person.role when 'kol' then pg_temp.works_of(v_person.handle, id, v_person.platforms) else '[]' end
    where user_id = pg_temp.seed_id('user', v_person.handle);
    update public.profiles set onboarded_at = v_since + interval '11 minutes'
    where user_id = pg_temp.seed_id('user', v_person.handle);
    update public.referrals set created_at = v_since, announced_at = v_since + interval '11 minutes'
    where invitee_id = pg_temp.member(v_person.handle);
    update public.notifications set created_at = v_since + interval '11 minutes' where created_at = now();
  end loop;

  perform private.appoint_staff(pg_temp.member('staff'));
  -- Acts of staff need a second factor. This one is public: the local mailbox shows its present code.
  insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
  values (pg_temp.seed_id('factor', 'staff'), pg_temp.seed_id('user', 'staff'), 'Demo authenticator',
    'totp', 'verified', 'KOLPACTDEMOSTAFFSECONDFACTOR2345', now(), now());

  -- An auth server that stores an instance with each user finds no user without one.
  if exists (
    select from information_schema.columns
    where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id'
  ) then
    execute 'update auth.users set instance_id = ''00000000-0000-0000-0000-000000000000''
      where instance_id is null';
  end if;
end;
$$;

-- Packs ------------------------------------------------------------------------------------
-- Titles and texts of the packs of each platform; `weight` multiplies the price that follows from the followers.
create temporary table seed_offers (
  platform text, no int, title text, description text, days int, revisions int, weight numeric
);
insert into seed_offers values
  ('x', 1, 'Deep-dive thread on X', E'Ten to fourteen posts on your product, written after I used it. Draft in a shared document first, pinned for 24 hours.\n\nYou get reach and link clicks after three days.', 5, 2, 1.0),
  ('x', 2, 'Launch-day post and replies', 'One post on the day you choose, and two hours of answering questions under it.', 3, 1, 0.5),
  ('youtube', 1, 'Dedicated video, 8 to 12 minutes', E'A whole episode about one thing you built: what it is for, how it works, where it breaks. Script for your fact check, never for approval of opinions.', 14, 2, 3.2),
  ('youtube', 2, 'Integrated segment, 60 seconds', 'A clearly marked minute inside a regular episode, with a link in the description for 90 days.', 10, 1, 1.3),
  ('telegram', 1, 'Pinned channel post', 'One post in my own words, pinned for 48 hours, with up to two links.', 3, 1, 0.8),
  ('telegram', 2, 'Ask-me-anything evening', 'An hour with your team in the group. I collect questions, moderate and post the summary.', 7, 1, 1.4),
  ('discord', 1, 'Community workshop', 'Ninety minutes of guided testing with my server, feedback sorted by topic the next day.', 7, 1, 1.2),
  ('tiktok', 1, 'Short video, up to 60 seconds', 'One idea, one story, subtitles in two languages. You may use it in your own channels for 30 days.', 6, 2, 1.1),
  ('tiktok', 2, 'Series of three short videos', 'Three episodes over two weeks that build on each other. The best way to explain something new.', 16, 2, 2.8),
  ('instagram', 1, 'Reel and three stories', 'A reel for the feed and three stories with your link, published on the same day.', 6, 2, 1.2),
  ('twitch', 1, 'Two-hour live session', 'I play or use your product live, with your tester keys for the audience. Recording included.', 8, 0, 1.6),
  ('farcaster', 1, 'Cast series with a mini app', 'A small mini app around your launch and a week of casts. Code is yours afterwards.', 10, 2, 1.5),
  ('medium', 1, 'Long-form article', 'Around 1,800 words with sources and diagrams, edited together, published under my name.', 12, 3, 1.4),
  ('linkedin', 1, 'Article for decision makers', 'A case study in business words, with one chart and your numbers checked.', 9, 2, 1.3);

-- Deliverables and rights that the packs promise.
create temporary table seed_promises (
  title text primary key, deliverables text[], usage_rights text, stay_up_days int, disclosure text
);
insert into seed_promises values
  ('Deep-dive thread on X', '{Ten to fourteen posts,One pinned post}', 'repost', 365, 'in_text'),
  ('Launch-day post and replies', '{One post,Two hours of replies}', 'repost', 90, 'in_text'),
  ('Dedicated video, 8 to 12 minutes', '{One video of 8 to 12 minutes,A link in the description,Subtitles in English}', 'own_channels', 365, 'spoken'),
  ('Integrated segment, 60 seconds', '{A segment of 60 seconds,A link in the description}', null, 90, 'spoken'),
  ('Pinned channel post', '{One post,Pinned for 48 hours}', 'repost', 180, 'in_text'),
  ('Short video, up to 60 seconds', '{One video,Subtitles in two languages}', 'own_channels', 90, 'platform_label'),
  ('Series of three short videos', '{Three videos}', 'own_channels', 180, 'platform_label'),
  ('Reel and three stories', '{One reel,Three stories with a link}', 'advertising', 90, 'platform_label'),
  ('Two-hour live session', '{Two hours live,The recording}', null, 60, 'spoken'),
  ('Long-form article', '{One article of about 1800 words,Two diagrams}', 'all', 730, 'in_text'),
  ('Article for decision makers', '{One article,One chart}', 'all', 365, 'in_text');

-- Tiers and extras of some packs: a tier has days and revisions of its own, an extra adds its days.
create temporary table seed_choices (
  title text, no int generated always as identity, name text, description text, factor numeric, days int, revisions int
);
insert into seed_choices (title, name, description, factor, days, revisions) values
  ('Deep-dive thread on X', 'With a follow-up', 'A second thread a week later that answers the questions under the first.', 1.6, 12, 2),
  ('Deep-dive thread on X', 'Launch month', 'The thread, the follow-up, and a post each week for a month.', 2.6, 30, 3),
  ('Deep-dive thread on X', 'Pinned for a week', null, 0.15, 0, null),
  ('Deep-dive thread on X', 'Two days sooner', null, 0.25, -2, null),
  ('Dedicated video, 8 to 12 minutes', 'With three short cuts', 'Three vertical clips of the best minutes for your own channels.', 1.4, 18, 2),
  ('Dedicated video, 8 to 12 minutes', 'Subtitles in Spanish and Turkish', null, 0.1, 3, null),
  ('Dedicated video, 8 to 12 minutes', 'A pinned comment with your link', null, 0.05, 0, null),
  ('Short video, up to 60 seconds', 'Three cuts', 'One idea in three lengths: 15, 30 and 60 seconds.', 1.7, 8, 3),
  ('Short video, up to 60 seconds', 'A poll under the video', null, 0.1, 0, null),
  ('Reel and three stories', 'Two reels', 'A second reel a week later, and five stories in all.', 1.8, 12, 2),
  ('Long-form article', 'With an interview', 'An hour with one of your engineers, quoted in the text.', 1.3, 16, 3),
  ('Long-form article', 'Two more diagrams', null, 0.2, 2, null),
  ('Pinned channel post', 'Pinned for a week', null, 0.6, 0, null);

insert into public.packs
  (id, kol_id, title, description, platform, price_minor, currency, delivery_days, revisions,
    deliverables, usage_rights, stay_up_days, disclosure, tiers, extras, picture, is_published, created_at)
select
  pg_temp.seed_id('pack', s.handle || ':' || o.platform || o.no), p.id, o.title, o.description, o.platform,
  base.price * base.unit, case base.unit when 1000000 then 'USDC' else 'USD' end,
  o.days, o.revisions, coalesce(promised.deliverables, '{}'), promised.usage_rights, promised.stay_up_days, promised.disclosure,
  coalesce(chosen.tiers, '[]'), coalesce(chosen.extras, '[]'),
  -- Another work of the creator on its platform for each pack.
  (select w.work ->> 'thumbnail' from jsonb_array_elements(p.works) with ordinality as w (work, place)
    where w.work ->> 'platform' = o.platform order by w.place desc limit 1 offset o.no - 1),
  -- One in nine is still a draft.
  (s.no + o.no * 4) % 9 <> 0 or s.handle = 'creator',
  p.created_at + make_interval(days => o.no)
from seed_people s
join public.profiles p on p.user_id = pg_temp.seed_id('user', s.handle)
join seed_offers o on o.platform = any (s.platforms) and (o.no = 1 or s.no % 3 <> 1 or s.handle = 'creator')
left join seed_promises promised using (title)
cross join lateral (select
  -- The price is between 60 and about 6,000, in steps of five.
  (5 * greatest(12, round((power(p.follower_total, 0.46) * 4.2 * o.weight)::numeric / 5)))::bigint as price,
  -- Some packs cost USDC. The orders of the seed are paid in dollars, so their creators have other packs as well.
  case when (s.no % 7 = 5 and o.no = 2 or o.title = 'Launch-day post and replies') and (s.no + 4) % 9 <> 0 then 1000000 else 100 end as unit
) as base
cross join lateral (select
  jsonb_agg(jsonb_build_object('name', c.name, 'description', c.description, 'price_minor', costs.minor, 'delivery_days', c.days,
    'revisions', c.revisions) order by c.no) filter (where c.revisions is not null) as tiers,
  jsonb_agg(jsonb_build_object('name', c.name, 'price_minor', costs.minor, 'days', c.days) order by c.no)
    filter (where c.revisions is null) as extras
  from seed_choices c
  cross join lateral (select 5 * ceil(base.price * c.factor / 5)::bigint * base.unit as minor) as costs
  where c.title = o.title
) as chosen
where s.role = 'kol' and s.handle not in ('hannahs', 'victore', 'juliar', 'noahb');

-- The demo creator has the demo wallet of the local chain; the wallets of all others belong to nobody.
insert into private.wallets (profile_id, address, created_at)
select p.id, case s.handle when 'creator' then '0x90f79bf6eb2c4f870365e785982e1f101e93b906'
  else '0x' || encode(substr(sha256(convert_to('wallet of ' || s.handle, 'UTF8')), 1, 20), 'hex') end, p.created_at
from seed_people s join public.profiles p on p.user_id = pg_temp.seed_id('user', s.handle)
where exists (select from public.packs k where k.kol_id = p.id and k.currency = 'USDC');

-- History of the market --------------------------------------------------------------------
-- Each line of this list is one act. They are performed below in the order of their times, as their
-- actor, through the product's functions, and the clocks of the product run in between.
create temporary table seed_acts (
  at timestamptz not null,
  no int generated always as identity,
  actor text,
  act text not null,
  -- An order, a person, a campaign: what the act is about.
  subject text not null,
  detail jsonb not null default '{}'
);

-- Staff approve creators a day after they came; four still wait for it. They verify those who
-- proved who they are.
insert into seed_acts (at, actor, act, subject)
select p.created_at + interval '20 hours', 'staff', 'approve', s.handle
from seed_people s join public.profiles p on p.user_id = pg_temp.seed_id('user', s.handle)
where s.role = 'kol' and s.handle not in ('hannahs', 'victore', 'juliar', 'noahb');
insert into seed_acts (at, actor, act, subject)
select p.created_at + interval '26 hours', 'staff', 'verify', s.handle
from seed_people s join public.profiles p on p.user_id = pg_temp.seed_id('user', s.handle)
where s.verified and s.handle <> 'staff';

-- Brands save searches.
insert into seed_acts (at, actor, act, subject, detail)
select now() - make_interval(days => days), brand, 'save_search', name, filters::jsonb
from (values
  ('brand', 'DeFi explainers on video', 70, '{"categories": ["defi", "education"], "platforms": ["youtube"], "emailNotifications": true}'),
  ('brand', 'Anything about AI agents', 65, '{"categories": ["ai"], "emailNotifications": true}'),
  ('brand', 'Turkish launch', 50, '{"language": "tr", "followersRanges": ["1k-10k", "10k-100k"], "emailNotifications": true}'),
  ('brand', 'Verified, large audience', 30, '{"verified": true, "followersRanges": ["100k-1m", "1m+"], "emailNotifications": false}'),
  ('pixelbastion', 'Streamers', 90, '{"platforms": ["twitch"], "categories": ["gaming"], "emailNotifications": true}'),
  ('pixelbastion', 'Game economies', 89, '{"searchTerm": "economies", "emailNotifications": true}'),
  ('driftline', 'Rollup writers', 100, '{"categories": ["layer2", "infrastructure"], "platforms": ["x", "farcaster", "medium"], "emailNotifications": true}'),
  ('kestrelwallet', 'Wallet safety', 95, '{"categories": ["security"], "emailNotifications": true}'),
  ('saltmarsh', 'Spanish, trading', 85, '{"language": "es", "categories": ["trading"], "emailNotifications": true}'),
  ('saltmarsh', 'Top rated traders', 60, '{"categories": ["trading"], "rating": 4, "emailNotifications": true}'),
  ('orrery', 'AI and data', 58, '{"categories": ["ai"], "emailNotifications": true}'),
  ('mosaicguild', 'Governance in any language', 55, '{"categories": ["dao"], "emailNotifications": true}')
) as saved (brand, name, days, filters);

-- Orders: who bought what of whom, how long ago, and how it went. `pick` chooses among the
-- creator's published packs.
create temporary table seed_orders (
  no int generated always as identity,
  brand text, creator text, pick int, days numeric, outcome text,
  rating int, comment text, rating_back int, comment_back text, brief text,
  -- The other parts of the brief, and what was chosen of the pack, where the brand wrote or chose them.
  parts jsonb not null default '{}'
);

insert into seed_orders (brand, creator, pick, days, outcome, rating, comment, rating_back, comment_back, brief) values
  ('brand', 'creator', 2, 150, 'completed', 5, 'Maya asked for our risk report before she asked for the fee. The video answered the three questions our support gets every day.', 5, 'Clear brief, fast answers, no wish to edit my opinion.', E'Explain how our USD vault earns its yield, what can go wrong, and how withdrawals work on a bad day.\n\nPlease read the risk report first; our analyst is free for a call.'),
  ('brand', 'dkowalski', 0, 122, 'completed', 5, 'Numbers we did not have ourselves. Our treasury team now follows him.', 4, 'Good people. The data export took a reminder.', 'A thread on stablecoin liquidity across lending markets in the last quarter, with our vaults as one of the examples.'),
  ('brand', 'lenaf', 0, 101, 'revised', 4, 'Very precise. One number had to be put right, which she did the same day.', 5, 'Respectful and quick. Would do it again.', 'Ein Video auf Deutsch über Verwahrung ohne Treuhänder, mit unseren Tresoren als Beispiel.'),
  ('brand', 'mateor', 1, 88, 'completed', 5, 'Forty thousand views and the comments are questions, not emojis.', 5, 'Me dejaron trabajar. Pago puntual.', 'Una pieza corta: qué es un vault y qué no es. Sin promesas de rendimiento.'),
  ('brand', 'aylind', 0, 74, 'settled', 3, 'Good text, published two days after our launch.', 4, 'We found a fair number together.', 'Lansman günü sabah bülteninde bir bölüm.'),
  ('brand', 'weichen', 0, 61, 'completed', 5, 'The diagrams are on our docs site now, with credit.', null, null, 'Translate and illustrate our paper on liquidation auctions.'),
  ('brand', 'elenav', 0, 44, 'declined', null, null, null, null, 'An essay on treasury diversification, published before the end of the month.'),
  ('brand', 'novaclips', 0, 39, 'expired', null, null, null, null, 'One short video for our brand film.'),
  ('brand', 'annikal', 0, 33, 'completed_by_clock', null, null, 5, 'Easy to work with and read the audit before I did.', 'Read our audit by Brightwell on camera and say what you think.'),
  ('brand', 'priyas', 0, 21, 'cancelled', null, null, null, null, 'A demo of an agent that rebalances a vault on a test network.'),
  ('brand', 'samirh', 0, 5, 'disputed', null, null, null, null, 'A conversation with a scholar about profit sharing in vaults.'),
  ('brand', 'creator', 0, 8, 'in_revision', null, null, null, null, 'A thread on what changed in version two, for people who used version one.'),
  ('brand', 'brunoa', 0, 6.6, 'in_progress', null, null, null, null, 'Tutorial em português: do zero ao primeiro depósito, com telas reais.'),
  ('brand', 'mateor', 0, 5.4, 'delivered', null, null, null, null, 'Un vídeo completo sobre la nueva bóveda en euros.'),
  ('brand', 'zeynepk', 0, 1.2, 'funded', null, null, null, null, 'Cüzdan güvenliği üzerine bir bölüm; kasa örneği bizden.'),
  ('brand', 'rahulm', 1, 0.3, 'pending_payment', null, null, null, null, 'One idea per video is exactly right. Ours: why a withdrawal queue exists.'),
  ('driftline', 'creator', 2, 108, 'completed', 5, 'Understood the fee model better than our own blog post did.', 5, 'They sent an engineer, not a deck.', 'How payments settle on a rollup, for viewers who know cards and nothing else.'),
  ('kestrelwallet', 'creator', 3, 66, 'completed', 4, 'Careful and honest. Slightly longer than agreed, all of it useful.', 5, 'Kind team with a product I now use.', 'Compare recovery with friends to a seed phrase on paper.'),
  ('saltmarsh', 'creator', 2, 11, 'completed', 5, 'The best explanation of funding rates we have paid for.', 4, 'Good, though legal review took a week.', 'Explain funding rates on perpetuals, including how to lose money with them.'),
  ('mosaicguild', 'creator', 2, 2.1, 'funded', null, null, null, null, 'Make our season-four grants proposal readable in ten minutes.'),
  ('orrery', 'creator', 3, 4.2, 'in_progress', null, null, null, null, 'What does an agent buy when it buys data? Show the receipt on screen.'),
  ('quillmint', 'creator', 0, 11, 'expired_unpaid', null, null, null, null, 'A look at serial fiction that readers own.');

update seed_orders o set parts = written.parts::jsonb
from (values
  ('brand', 'creator', 'in_revision', '{"goal": "People who used version one move to version two before the end of the month.",
    "dos": ["Show the withdrawal queue on a real day", "Name the two fees that changed", "Say that the thread is paid"],
    "donts": ["Promise a yield", "Compare us to a bank account"],
    "links": ["https://example.com/version-two", "https://example.com/risk"],
    "tier": "With a follow-up", "extras": ["Pinned for a week"]}'),
  ('brand', 'brunoa', 'in_progress', '{"goal": "200 first deposits by people who never used a vault.",
    "dos": ["Mostrar as telas reais, do começo ao fim", "Dizer quanto tempo leva um saque"],
    "donts": ["Prometer rendimento"], "links": ["https://example.com/pt/primeiro-deposito"]}'),
  ('brand', 'samirh', 'disputed', '{"goal": "Viewers can say in one sentence how profit is shared.",
    "dos": ["Let the scholar disagree with us"], "donts": ["Name other sponsors in this episode"]}'),
  ('mosaicguild', 'creator', 'funded', '{"goal": "A third of our members vote in season four.",
    "dos": ["Show five proposals of different kinds", "End with how to vote"],
    "donts": ["Recommend a proposal"], "links": ["https://example.com/season-four"]}'),
  ('orrery', 'creator', 'in_progress', '{"goal": "Two hundred people try the demo.",
    "dos": ["Show one receipt line by line"], "donts": ["Explain how models are trained"]}')
) as written (brand, creator, outcome, parts)
where (o.brand, o.creator, o.outcome) = (written.brand, written.creator, written.outcome);

-- Templates from which brands start their next briefs.
insert into public.brief_templates (brand_id, name, goal, message, dos, donts, links)
select pg_temp.member(brand), name, goal, message, dos, donts, links
from (values
  ('brand', 'Explain a vault', 'Viewers know what can go wrong before they deposit.',
    'Explain one of our vaults to people who never used one: where the yield comes from, what can go wrong, and how withdrawals work on a bad day.',
    array['Read the risk report first', 'Show a real withdrawal', 'Say that the work is paid'],
    array['Promise a yield', 'Use the word safe without saying from what'], array['https://example.com/risk']),
  ('brand', 'Launch day', 'People who use the old version hear of the new one within a day.',
    'We publish a new version. Tell your audience what changed and why, in your own words.',
    array['Publish within two hours of the launch'], array['Publish before the embargo ends'], '{}'::text[]),
  ('pixelbastion', 'First look', 'Players try the demo and tell us what they would change.',
    'Play for an hour, then say what worked and what did not. Keys for your viewers are in the chat.',
    array['Show the build menu', 'Leave in whatever confuses you'], array['Talk about token prices'], '{}'::text[])
) as template (brand, name, goal, message, dos, donts, links);

-- The rest of the market: each creator sold something now and then, and most of it went well.
insert into seed_orders (brand, creator, pick, days, outcome, rating, comment, rating_back, comment_back, brief)
select brand, creator, turn, least(brand_age, creator_age) - 4 - gap,
  case when luck % 11 = 0 then 'revised' when luck % 17 = 0 then 'settled' when luck % 13 = 0 then 'declined'
    when luck % 19 = 0 then 'ruled' else 'completed' end,
  rating,
  case rating
    when 5 then (array[
      'Delivered early and answered every comment. We booked again.',
      'Understood the product in one call. The audience asked real questions.',
      'Honest, funny, on time. Exactly what we hoped for.',
      'The numbers held up two weeks later, which is rare.',
      'Professional from the first message to the last link.'])[1 + luck % 5]
    when 4 then (array[
      'Good work. The draft came a day late, the final on time.',
      'Solid reach and a fair tone. A little short on detail.',
      'Well made. We would have liked subtitles in English.',
      'Clear and friendly. One link had to be fixed after publishing.'])[1 + luck % 4]
    else (array[
      'Fine, but the audience was not quite ours.',
      'Correct and a bit dry. The deadline was kept.'])[1 + luck % 2] end,
  5 - (luck % 4 = 0)::int,
  (array['Clear brief, paid on time.', 'They knew what they wanted and let me say it my way.', 'Friendly team.',
    'Quick feedback, all of it useful.', 'Would work with them again.', 'A lot of stakeholders, but fair.'])[1 + luck % 6],
  (array[
    'Introduce us to your audience in your own words. Facts are in the press kit, opinions are yours.',
    'We ship a new version in two weeks and want people to understand what changed and why.',
    'Walk through the product as a first-time user. Leave in whatever confuses you.',
    'Answer the five questions that our community asks most; list attached in the chat.',
    'Explain the idea behind it, not the price. Please disclose the partnership clearly.'])[1 + luck % 5]
from (
  select b.handle as brand, c.handle as creator, c.age as creator_age, b.age as brand_age, turn,
    turn * 17 + c.no % 13 as gap, (c.no * 7 + turn * 5 + b.no * 3) as luck,
    case when (c.no * 7 + turn * 3) % 10 < 5 then 5 when (c.no * 7 + turn * 3) % 10 < 8 then 4 else 3 end as rating
  from seed_people c
  cross join generate_series(0, 2) as turn
  join lateral (
    select * from seed_people b where b.role = 'brand' and b.handle not in ('staff', 'brand', 'quillmint')
    order by b.no offset (c.no + turn * 2) % 6 limit 1
  ) b on true
  where c.role = 'kol' and c.handle <> 'creator' and c.age >= 60 and (turn = 0 or c.no % 3 < 3 - turn)
) as market
where least(brand_age, creator_age) - 4 - gap > 25;

-- Acts of an order, each so many days after the one before; -1 leaves the step out.
insert into seed_acts (at, actor, act, subject, detail)
select now() - make_interval(secs => (o.days - step.after) * 86400), step.actor, step.act, o.no::text, step.detail
from seed_orders o
cross join lateral (
  select public.packs.delivery_days * 0.55 as work, o.no % 5 * 0.07 as whim
  from public.packs where kol_id = pg_temp.member(o.creator) limit 1
) as pace
cross join lateral (values
  (0.0, o.brand, 'place', 'all', '{}'::jsonb),
  (0.02, null, 'pay', 'pending_payment expired_unpaid', '{}'),
  (0.3 + whim, o.creator, 'decline', '=declined', '{"reason": "Thank you for asking. I am booked until the end of next month and will not rush it."}'),
  (0.9, o.brand, 'cancel', '=cancelled', '{"reason": "Our launch moved to next quarter."}'),
  (0.4 + whim, o.creator, 'accept', 'pending_payment expired_unpaid expired funded declined cancelled', '{}'),
  (least(work, 4) + 0.5, o.brand, 'dispute', '=disputed', '{"reason": "The draft names a competitor as the sponsor of the episode."}'),
  (least(work, 4) + 0.6, o.brand, 'evidence', '=disputed', '{"body": "At minute four the sponsor of the season is named, a competitor. The brief asks for an episode without other sponsors."}'),
  (least(work, 4) + 0.7, o.creator, 'answer', '=disputed', '{"body": "The sponsor of the season was known before your order. I have offered to cut the sentence."}'),
  (least(work, 4) + 0.8, o.creator, 'propose', '=disputed', '{"percent": 70}'),
  (work + 0.6, o.brand, 'dispute', '=settled', '{"reason": "Published after the date that the brief depends on."}'),
  (work + 0.6, o.creator, 'dispute', '=ruled', '{"reason": "The material I need has not come for ten days."}'),
  (work + 0.9, o.creator, 'propose', '=settled', '{"percent": 60}'),
  (work + 1.2, o.brand, 'settle', '=settled', '{}'),
  (work + 0.8, o.creator, 'evidence', '=ruled', '{"body": "The brief promises the figures on the second day. I asked for them four times; the draft without them is behind the link.", "links": ["https://example.com/draft"]}'),
  (work + 1.1, o.brand, 'answer', '=ruled', '{"body": "Our analyst was ill for a week. Half of the script could have been written without her figures."}'),
  (work + 2.0, 'staff', 'rule', '=ruled', (array['{"percent": 40, "category": "withheld_by_brand", "clause": "brief",
    "note": "Half of the work was done before the material stopped coming.",
    "summary": "The brand did not send the material that its brief promised. What was made until then is paid."}',
    '{"percent": 60, "category": "withheld_by_brand", "clause": "deadline",
    "note": "Every date was kept until the figures did not come; the draft needs nothing but them.",
    "summary": "A draft was ready in time and lacked only figures that the brand owed. Most of the price is due."}',
    '{"percent": 25, "category": "partly_as_agreed", "clause": "deliverables",
    "note": "The figures were late, but most of the script did not depend on them.",
    "summary": "Both sides were late. The part that was delivered is paid, the rest returns."}'])[1 + o.no % 3]::jsonb),
  (case o.outcome when 'in_revision' then 5.0 when 'delivered' then 4.9 else work + 0.5 end, o.creator, 'deliver',
    '=completed =completed_by_clock =revised =delivered =in_revision', '{"note": "Here it is, with the disclosure at the top. The link is live."}'),
  (case o.outcome when 'in_revision' then 6.3 else work + 1.0 end, o.brand, 'revise', '=revised =in_revision',
    '{"note": "Wonderful. One figure in the middle is last quarter''s; could you update it?"}'),
  (work + 1.6, o.creator, 'deliver', '=revised', '{"note": "Updated, and the source is in the description."}'),
  (work + 2.3 + whim, o.brand, 'complete', '=completed =revised', '{}'),
  (work + 2.9 + whim, o.brand, 'review', '=completed =revised =settled', jsonb_build_object('rating', o.rating, 'comment', o.comment)),
  (work + 4.5 + whim, o.creator, 'review', '=completed =revised =settled =completed_by_clock', jsonb_build_object('rating', o.rating_back, 'comment', o.comment_back))
) as step (after, actor, act, outcomes, detail)
where case
    when step.outcomes = 'all' then true
    when starts_with(step.outcomes, '=') then '=' || o.outcome = any (string_to_array(step.outcomes, ' '))
    else o.outcome <> all (string_to_array(step.outcomes, ' '))
  end
  and (step.act <> 'review' or step.detail ->> 'rating' is not null);

-- Campaigns, and the applications of creators.
create temporary table seed_campaigns (handle text primary key, brand text, days int, title text, body text, budget bigint, sought int, filters jsonb, open_for int);
insert into seed_campaigns values
  ('euro-vault', 'brand', 10, 'Explain the euro vault', E'We open a vault in euros next month. We look for creators who can explain currency risk without a hedge-fund accent.\n\nAny language with euros in its wallet. Two pieces per creator, six weeks apart.', 400000, 3, '{"categories": ["defi", "education"]}', 24),
  ('first-season', 'pixelbastion', 16, 'First season, one hundred bases', 'Play the first season with your community and show a base that nobody else would build. Keys for everyone who watches.', 600000, 5, '{"platforms": ["twitch", "youtube"], "categories": ["gaming"]}', 20),
  ('agents-receipt', 'orrery', 5, 'Show the receipt', 'Our agents buy data and keep the receipt. Make that interesting to people who do not write code.', 250000, 2, '{"categories": ["ai"]}', 30);
insert into seed_acts (at, actor, act, subject)
select now() - make_interval(days => days), brand, 'publish', handle from seed_campaigns;
insert into seed_acts (at, actor, act, subject, detail)
select now() - make_interval(hours => hours), creator, 'apply', campaign, jsonb_build_object('note', note)
from (values
  (200, 'creator', 'euro-vault', 'I hold euros and explain risk for a living. My second piece would be viewers'' questions.'),
  (170, 'juliar', 'euro-vault', null),
  (150, 'lenaf', 'euro-vault', 'Für den deutschsprachigen Raum, mit Beispielrechnung in der Beschreibung.'),
  (120, 'brunoa', 'euro-vault', 'Portugal usa euros e ninguém explica isto em português.'),
  (300, 'theogr', 'first-season', 'Five evenings, one absurd base each, the chat votes on the walls.'),
  (240, 'gabrielt', 'first-season', 'Mi comunidad lleva dos semanas pidiendo esto.'),
  (90, 'priyas', 'agents-receipt', 'I would build the receipt viewer on camera.')
) as applications (hours, creator, campaign, note)
where note is not null;

-- Creators request payouts of a percentage of what is available on that day.
insert into seed_acts (at, actor, act, subject, detail)
select now() - make_interval(days => days), creator, 'pay_out', creator || days, jsonb_build_object('percent', percent, 'account', account)
from (values
  ('creator', 95, 80, 'GB33BUKB20201555555555'),
  ('creator', 20, 60, 'GB33BUKB20201555555555'),
  ('creator', 2, 50, 'GB33BUKB20201555555555'),
  ('mateor', 40, 100, 'ES9121000418450200051332'),
  ('lenaf', 30, 50, 'DE89370400440532013000')
) as payouts (creator, days, percent, account);
insert into seed_acts (at, act, subject, detail)
select at + interval '2 days', 'paid_out', subject, jsonb_build_object('works', subject <> 'lenaf30')
from seed_acts where act = 'pay_out' and at < now() - interval '3 days';

-- Performs the acts in the order of their times. Rows that a function writes have the present time, so each act's
-- rows are set back to the time at which it happened; the triggers that forbid this are off
-- until the end of the block.
do $$
declare
  v_start constant timestamptz := now();
  v_act record;
  v_order record;
  v_at timestamptz;
  v_pack_id uuid;
  v_balance record;
begin
  alter table private.transfers disable trigger transfers_append_only;
  alter table public.order_events disable trigger order_events_append_only;
  alter table public.order_deliveries disable trigger order_deliveries_append_only;
  alter table public.settlement_proposals disable trigger settlement_proposals_append_only;
  alter table public.payments disable trigger payments_facts_are_final;
  alter table public.pack_orders disable trigger pack_orders_terms_are_final;
  alter table public.reviews disable trigger reviews_stay_as_written;
  alter table public.payouts disable trigger payouts_final;
  alter table public.payouts disable trigger payouts_touch;
  alter table public.staff_audit disable trigger staff_audit_append_only;
  alter table public.papers disable trigger papers_append_only;

  for v_act in
    select a.at, a.actor, a.act, a.subject, a.detail from seed_acts a
    union all
    -- The due work is done once a day.
    select day, null, 'night', '', '{}'
    from generate_series(v_start - interval '205 days', v_start - interval '1 hour', interval '1 day') as day
    union all
    select v_start - interval '10 minutes', null, 'night', '', '{}'
    order by 1, 4
  loop
    v_at := v_act.at;
    perform pg_temp.act_as(v_act.actor, v_at);
    select o.*, pg_temp.seed_id('order', o.no::text) as key, p.id, p.price_minor, p.buyer_fee_minor, p.currency into v_order
    from seed_orders o
    left join public.pack_orders p on p.idempotency_key = pg_temp.seed_id('order', o.no::text)
    where o.no::text = v_act.subject;

    case v_act.act
      when 'night' then perform private.run_due_work(v_at);
      when 'approve' then perform private.approve_profile(pg_temp.member(v_act.subject));
      when 'verify' then perform private.verify_profile(p.id, private.shown_hash(p)) from public.profiles p where p.id = pg_temp.member(v_act.subject);
      when 'save_search' then
        insert into public.saved_searches (profile_id, name, filters, created_at)
        values (pg_temp.member(v_act.actor), v_act.subject, v_act.detail, v_at);
      when 'place' then
        perform public.place_order(p.id,
          v_order.brief, v_order.key, p.terms_hash, coalesce(v_order.parts ->> 'goal', ''),
          array(select jsonb_array_elements_text(v_order.parts -> 'dos')),
          array(select jsonb_array_elements_text(v_order.parts -> 'donts')),
          array(select jsonb_array_elements_text(v_order.parts -> 'links')),
          tier => v_order.parts ->> 'tier', extras => array(select jsonb_array_elements_text(v_order.parts -> 'extras')))
        from (
          select p.id, p.terms_hash, row_number() over (order by p.platform, p.title) - 1 as place, count(*) over () as total
          from public.packs p where p.kol_id = pg_temp.member(v_order.creator) and p.is_published and p.currency = 'USD'
        ) as p where p.place = v_order.pick % p.total;
      when 'pay' then
        perform private.record_payment('sandbox', 'seed_' || v_act.subject, v_order.id,
          v_order.price_minor + v_order.buyer_fee_minor, v_order.currency, v_at);
      when 'accept' then perform public.accept_order(v_order.id);
      when 'decline' then perform public.decline_order(v_order.id, v_act.detail ->> 'reason');
      when 'cancel' then perform public.cancel_order(v_order.id, v_act.detail ->> 'reason');
      when 'deliver' then
        perform public.deliver_order(v_order.id, v_act.detail ->> 'note',
          array['https://example.com/work/' || v_act.subject]);
      when 'revise' then perform public.request_revision(v_order.id, v_act.detail ->> 'note');
      when 'complete' then perform public.complete_order(v_order.id);
      when 'dispute' then perform public.open_dispute(v_order.id, v_act.detail ->> 'reason');
      when 'evidence' then
        perform public.give_evidence(v_order.id, v_act.detail ->> 'body',
          array(select jsonb_array_elements_text(v_act.detail -> 'links')));
      when 'answer' then perform public.answer_dispute(v_order.id, v_act.detail ->> 'body');
      when 'propose' then
        perform public.propose_settlement(v_order.id, v_order.price_minor * (v_act.detail ->> 'percent')::int / 100);
      when 'settle' then perform public.accept_settlement(v_order.id, (
          select (private.proposal_to(o, private.my_profile_id())).creator_share_minor
          from public.pack_orders o where o.id = v_order.id));
      when 'rule' then
        perform private.read_dispute(v_order.id, null);
        perform private.resolve_dispute(v_order.id, private.ruling_of(v_act.detail
          || jsonb_build_object('creator_share_minor', v_order.price_minor * (v_act.detail ->> 'percent')::int / 100)));
      when 'review' then
        perform public.review_order(v_order.id, (v_act.detail ->> 'rating')::int, v_act.detail ->> 'comment');
      when 'pay_out' then
        insert into private.payout_methods (profile_id, kind, holder, account, created_at)
        select p.id, 'iban', p.display_name, v_act.detail ->> 'account', v_at
        from public.profiles p where p.id = pg_temp.member(v_act.actor)
        on conflict do nothing;
        for v_balance in
          select a.currency, a.balance_minor from private.accounts a
          where a.owner_id = pg_temp.member(v_act.actor) and a.kind = 'available' and a.currency = 'USD'
            and a.balance_minor > 100
        loop
          -- Calls open_payout itself, without the checks of request_payout.
          perform private.open_payout(jsonb_populate_record(null::public.payouts, jsonb_build_object(
            'profile_id', m.profile_id, 'source', 'available', 'currency', v_balance.currency,
            'amount_minor', v_balance.balance_minor * (v_act.detail ->> 'percent')::int / 100, 'provider', 'manual',
            'method', m.masked, 'method_id', m.id, 'idempotency_key', pg_temp.seed_id('payout', v_act.subject))))
          from private.payout_methods m where m.account = v_act.detail ->> 'account';
        end loop;
      when 'paid_out' then
        perform case when (v_act.detail ->> 'works')::boolean
          then private.settle_payout(p.id, 'seed_' || v_act.subject)
          else private.fail_payout(p.id, 'The bank does not know this account.') end
        from public.payouts p where p.idempotency_key = pg_temp.seed_id('payout', v_act.subject);
        update public.payouts set updated_at = v_at
        where idempotency_key = pg_temp.seed_id('payout', v_act.subject);
      when 'publish' then
        insert into public.campaigns (id, brand_id, title, body, budget_minor, creators_sought, filters, deadline, created_at)
        select pg_temp.seed_id('campaign', c.handle), pg_temp.member(c.brand), c.title, c.body, c.budget, c.sought, c.filters,
          v_start + make_interval(days => c.open_for), v_at
        from seed_campaigns c where c.handle = v_act.subject;
        perform private.publish_campaign(pg_temp.seed_id('campaign', v_act.subject), null);
        update public.campaigns set published_at = v_at where id = pg_temp.seed_id('campaign', v_act.subject);
      when 'apply' then
        select p.id into v_pack_id from public.packs p
        join public.campaigns c on c.id = pg_temp.seed_id('campaign', v_act.subject)
        where p.kol_id = pg_temp.member(v_act.actor) and p.is_published
          and p.currency = c.currency and p.price_minor <= c.budget_minor
        order by p.price_minor desc limit 1;
        perform private.apply_to_campaign(pg_temp.seed_id('campaign', v_act.subject), v_pack_id,
          case when v_pack_id is null then 180000 end, v_act.detail ->> 'note', 14);
    end case;

    -- Papers are issued at commit, which for these acts is now.
    set constraints private.transfers_issue_papers immediate;
    set constraints private.transfers_issue_papers deferred;
    update public.papers set issued_at = v_at where issued_at >= v_start;
    update public.pack_orders set created_at = least(created_at, v_at), updated_at = v_at where updated_at >= v_start;
    update public.order_events set created_at = v_at where created_at >= v_start;
    update public.order_deliveries set created_at = v_at where created_at >= v_start;
    update public.settlement_proposals set created_at = v_at where created_at >= v_start;
    update public.payments set created_at = v_at where created_at >= v_start;
    update private.transfers set created_at = v_at where created_at >= v_start;
    update public.payouts set created_at = v_at, updated_at = v_at where created_at >= v_start;
    update public.reviews set created_at = v_at where created_at >= v_start;
    update public.staff_audit set created_at = v_at where created_at >= v_start;
    update private.order_readers set created_at = v_at where created_at >= v_start;
    update private.staff_decisions set created_at = v_at where created_at >= v_start;
    update public.referrals set activated_at = v_at where activated_at >= v_start;
    update public.campaign_applications set created_at = v_at, updated_at = v_at where created_at >= v_start;
    -- A notice of an earlier step is a moment older than the others.
    update public.notifications set created_at = v_at + (created_at - v_start) where created_at >= v_start - interval '1 second';
  end loop;

  -- Runs the checks that wait for the commit: a table with pending checks cannot be altered.
  set constraints all immediate;
  alter table private.transfers enable trigger transfers_append_only;
  alter table public.order_events enable trigger order_events_append_only;
  alter table public.order_deliveries enable trigger order_deliveries_append_only;
  alter table public.settlement_proposals enable trigger settlement_proposals_append_only;
  alter table public.payments enable trigger payments_facts_are_final;
  alter table public.pack_orders enable trigger pack_orders_terms_are_final;
  alter table public.reviews enable trigger reviews_stay_as_written;
  alter table public.payouts enable trigger payouts_final;
  alter table public.payouts enable trigger payouts_touch;
  alter table public.staff_audit enable trigger staff_audit_append_only;
  alter table public.papers enable trigger papers_append_only;
  perform pg_temp.act_as(null);
end;
$$;

-- Conversations ----------------------------------------------------------------------------
create temporary table seed_messages (
  no int generated always as identity, brand text, creator text, hours numeric, by_brand boolean, content text
);
insert into seed_messages (brand, creator, hours, by_brand, content) values
  ('brand', 'creator', 3640, true, 'Hello Maya, we read your piece on liquidation auctions twice. Would you look at our vaults?'),
  ('brand', 'creator', 3638, false, 'Hello! Happy to. Send me the risk report first, then I can tell you whether there is a video in it.'),
  ('brand', 'creator', 3634, true, 'It is public: example.com/risk. Our analyst can answer questions on Thursday.'),
  ('brand', 'creator', 3610, false, 'Read it. Chapter four is the video. Order the dedicated one and I will start on Monday.'),
  ('brand', 'creator', 3480, true, 'The video is up and support is quiet for the first time this month. Thank you.'),
  ('brand', 'creator', 200, true, 'Version two ships next week. A thread this time?'),
  ('brand', 'creator', 198, false, 'Yes. I would aim it at people who used version one, they have the questions.'),
  ('brand', 'creator', 70, false, 'First version is delivered. The chart with the withdrawal queue is my favourite.'),
  ('brand', 'creator', 43, true, 'Lovely work. One figure is last quarter''s, I asked for a revision with the new one.'),
  ('brand', 'creator', 41, false, 'Seen it. You will have it tomorrow.'),
  ('brand', 'creator', 5, false, 'One question: may I quote the withdrawal times from your status page?'),
  ('brand', 'brunoa', 170, true, 'Olá Bruno! Would you do the tutorial in Portuguese, with our real screens?'),
  ('brand', 'brunoa', 168, false, 'Claro! Real screens are better. Can I have a test account with a little balance?'),
  ('brand', 'brunoa', 167, true, 'You have one, the details are in the brief.'),
  ('brand', 'brunoa', 26, false, 'Recorded and cutting. You will see it this week.'),
  ('brand', 'mateor', 140, true, 'Mateo, the short one did so well that we want a full episode about the euro vault.'),
  ('brand', 'mateor', 139, false, '¡Con gusto! Same rule as before: no promises of yield, and I show a loss as well.'),
  ('brand', 'mateor', 12, false, 'Delivered. The comments are open for two days, I answer everything.'),
  ('brand', 'samirh', 230, true, 'We would be glad to talk about profit sharing with a scholar of your choice.'),
  ('brand', 'samirh', 228, false, 'I know exactly whom to ask. Two weeks.'),
  ('brand', 'samirh', 130, true, 'The draft names another company as sponsor. Can we talk?'),
  ('brand', 'samirh', 126, false, 'That was a template from an earlier episode. I am sorry, I will offer a fair split.'),
  ('brand', 'zeynepk', 30, true, 'Merhaba Zeynep, the order is placed. No hurry, your schedule counts.'),
  ('brand', 'rahulm', 8, true, 'Rahul, would the withdrawal queue make a good single idea?'),
  ('brand', 'rahulm', 7.5, false, 'It would. People fear what they do not understand, and queues are easy to understand.'),
  ('mosaicguild', 'creator', 52, true, 'Hi Maya! Season four has 61 proposals and nobody reads them. Help?'),
  ('mosaicguild', 'creator', 49, false, 'Sixty-one! I will pick five that show the range. Ordered already?'),
  ('mosaicguild', 'creator', 48, true, 'Just now.'),
  ('orrery', 'creator', 110, true, 'Our agents keep receipts for data. We think it is funny, our parents do not.'),
  ('orrery', 'creator', 107, false, 'I am with your parents, which is why I want to film it.'),
  ('orrery', 'creator', 20, true, 'The demo server moved, new address in the pinned note.'),
  ('saltmarsh', 'creator', 640, true, 'Legal is through with the script. One word changed: "may" instead of "will".'),
  ('saltmarsh', 'creator', 636, false, 'The best kind of legal review.'),
  ('driftline', 'tobiaswn', 900, true, 'Tobias, you found a mistake in our docs. Would you write about what is right, too?'),
  ('driftline', 'tobiaswn', 898, false, 'Only if I may keep the mistake in as an example.'),
  ('driftline', 'tobiaswn', 897, true, 'Deal.'),
  ('pixelbastion', 'theogr', 310, true, 'Keys for season one are yours. How many squads?'),
  ('pixelbastion', 'theogr', 305, false, 'Sixteen. The chat is building a bracket already.'),
  ('kestrelwallet', 'piotrz', 1200, true, 'We heard you break wallets. Please try ours before our users do.'),
  ('kestrelwallet', 'piotrz', 1195, false, 'Send two. One will not survive.'),
  ('saltmarsh', 'dexdiego', 410, true, '¿Una mesa redonda sobre tarifas de financiación?'),
  ('saltmarsh', 'dexdiego', 402, false, 'El martes a las nueve. Traigan a alguien que sepa decir que no.');

do $$
declare
  v_pair record;
  v_id uuid;
begin
  for v_pair in select brand, creator, max(hours) as hours from seed_messages group by 1, 2 order by 3 desc loop
    perform pg_temp.act_as(v_pair.brand);
    v_id := private.get_or_create_conversation(pg_temp.member(v_pair.creator));
    update public.conversations set created_at = now() - make_interval(secs => v_pair.hours * 3600)
    where id = v_id;
  end loop;
  perform pg_temp.act_as(null);
end;
$$;

insert into public.messages (id, conversation_id, sender_id, content, created_at)
select pg_temp.seed_id('message', m.no::text), c.id, pg_temp.member(case when m.by_brand then m.brand else m.creator end),
  m.content, now() - make_interval(secs => m.hours * 3600)
from seed_messages m
join public.conversations c
  on c.member_a = least(pg_temp.member(m.brand), pg_temp.member(m.creator))
  and c.member_b = greatest(pg_temp.member(m.brand), pg_temp.member(m.creator))
order by m.hours desc;
-- Marks all messages as read, except those of the last day.
update public.messages set is_read = true where created_at < now() - interval '24 hours';

-- Afterwards -------------------------------------------------------------------------------
-- Marks old notifications as read and all e-mails as sent.
update public.notifications set read = true where created_at < now() - interval '6 days';
update private.email_outbox set status = 'sent', sent_at = created_at, attempts = 1 where status = 'waiting';
delete from private.digest_items;
drop table seed_people, seed_offers, seed_acts, seed_orders, seed_campaigns, seed_messages;
delete from auth.sessions;
