// Tests that there is one migration before the first release, and that no later one blocks a large market.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { isReleased, migrationFiles } from '../../project.ts'
import { blockingStatements } from '../schema/blocking-statements.ts'
import { versionAt } from '../schema/released.ts'

test('before the first release there is one migration, dated not later than now', () => {
  const versions = migrationFiles().map(({ version }) => version)
  expect(versions.filter((version) => version > versionAt(new Date()))).toEqual([])
  expect(isReleased() || versions.length === 1).toBe(true)
})

test('no migration after the baseline blocks a large table without a stated reason', () => {
  const [, ...later] = migrationFiles()
  const found = later.flatMap(({ file }) =>
    blockingStatements(readFileSync(file, 'utf8')).map((found) => `${basename(file)}: ${found}`),
  )
  expect(found).toEqual([])
})

test('an update in the second migration of the example project is reported, because its table may be large', () => {
  const folder = join(import.meta.dirname, '../../stack/example/supabase/migrations')
  const second = readFileSync(join(folder, '20260201000000_pinned_bios.sql'), 'utf8')
  expect(blockingStatements(second)).toEqual([
    'line 3: profiles changes rows: update profiles set pinned = true where bio is not null',
  ])
})

test.each([
  ['create index a on public.messages (x);', 1],
  ['CREATE UNIQUE INDEX "a" ON "public"."messages" USING btree (x);', 1],
  ['-- because\ncreate index a on public.messages (x);', 1],
  ['-- small table: ten rows\ncreate index a on private.settings (x);', 0],
  ['-- small table:\ncreate index a on private.settings (x);', 1],
  ['-- built before: a\ncreate index if not exists a on public.messages (x);', 0],
  ['-- built before: a\ncreate index a on public.messages (x);', 1],
  ['create table public.new (x int);\ncreate index a on public.new (x);', 0],
  ['CREATE TABLE "private"."new" (x int);\nCREATE INDEX a ON private.new USING gin (x);', 0],
  ['create index concurrently a on public.messages (x);', 0],
  ['alter table public.messages add constraint a unique (x);', 1],
  ['ALTER TABLE "public"."messages" ADD CONSTRAINT "a" PRIMARY KEY (x);', 1],
  ['alter table public.messages\n  add column x int,\n  add constraint a unique (x, y);', 1],
  ['alter table only public.messages add constraint a exclude using gist (x with &&);', 1],
  ['-- small table: ten rows\nalter table private.settings add constraint a unique (x);', 0],
  ['alter table public.messages add constraint a unique using index b;', 0],
  ['alter table public.messages add constraint a check (x > 0) not valid;', 0],
  ['alter table public.messages add constraint a check (x > 0);', 1],
  ['alter table public.messages\n  add constraint a foreign key (x) references public.y (id);', 1],
  [
    'alter table public.messages add constraint a check (x > 0) not valid;\nalter table public.messages validate constraint a;',
    1,
  ],
  ['alter table public.messages validate constraint a;', 0],
  [
    'alter table public.messages validate constraint a;\nalter table public.messages validate constraint b, validate constraint c;\nalter table public.messages add column x int;',
    0,
  ],
  [
    'alter table public.messages add column x int;\nalter table public.messages validate constraint a;',
    1,
  ],
  ['alter table public.messages drop column x, validate constraint a;', 1],
  [
    'create policy a on public.messages using (true);\nalter table public.messages validate constraint a;',
    1,
  ],
  [
    'create trigger a before update on public.messages for each row execute function f();\nalter table public.messages validate constraint a;',
    1,
  ],
  [
    '-- built before: a\ncreate index if not exists a on public.messages (x);\nalter table public.messages validate constraint a;',
    1,
  ],
  [
    'alter table public.other add column x int;\nalter table public.messages validate constraint a;',
    0,
  ],
  ['alter table public.messages add column x uuid references public.y (id);', 1],
  ["alter table public.messages add column x text not null default '';", 0],
  ['alter table public.messages add column x timestamptz default now();', 0],
  ['alter table public.messages add column x uuid default gen_random_uuid();', 1],
  ['alter table public.messages add column x int generated always as (y + 1) stored;', 1],
  ['alter table public.messages alter column x set not null;', 1],
  [
    '-- checked before: messages_x_there\nalter table public.messages alter column x set not null;',
    0,
  ],
  ['-- checked before: a\nupdate public.messages set x = 1;', 1],
  ['alter table public.messages add check (x > 0);', 1],
  ['alter table public.messages add unique (x, y);', 1],
  ['alter table public.messages add primary key using index a;', 0],
  ['alter table public.messages add foreign key (x) references public.y (id);', 1],
  ['alter table public.messages add foreign key (x) references public.y (id) not valid;', 0],
  [
    'alter table public.messages\n  add constraint a check (x in (1, 2)),\n  add constraint b check (y > 0) not valid;',
    1,
  ],
  ['alter table public.messages add column x int unique;', 1],
  ['alter table public.messages add x uuid references public.y (id);', 1],
  ["alter table public.messages add x text default 'a', add y int default 0;", 0],
  ['alter table public.messages add column x bigserial;', 1],
  ['alter table public.messages add column x int default private.next_number();', 1],
  ['alter table public.messages alter x set not null;', 1],
  ['alter table public.messages alter x type bigint;', 1],
  ['alter table public.messages alter column x set default gen_random_uuid();', 0],
  ['alter table public.messages alter column x type bigint;', 1],
  ['ALTER TABLE "public"."messages" ALTER COLUMN "x" SET DATA TYPE bigint;', 1],
  ['update public.messages set x = 1;', 1],
  ['delete from public.messages where x = 1;', 1],
  ['with a as (select 1) update public.messages as m set x = 1;', 1],
  ['with a as (select x from public.y for update) insert into public.z select x from a;', 0],
  ['do $$ begin update public.messages set x = 1; end $$;', 1],
  ['merge into public.messages m using public.y on true when matched then delete;', 1],
  ['reindex table public.messages;', 1],
  ['alter table public.messages set unlogged;', 1],
  ['alter table public.messages set access method columnar;', 1],
  ['refresh materialized view public.totals;', 1],
  ['refresh materialized view concurrently public.totals;', 0],
  ["-- small table: twenty rows\nupdate private.settings set value = 1 where key = 'x';", 0],
  [
    'create function public.f() returns void language sql as $$ update public.messages set x = 1 $$;',
    0,
  ],
  ['create trigger a before update on public.messages for each row execute function f();', 0],
  ['create table public.new (x int);\nalter table public.new add constraint a unique (x);', 0],
])('the migration `%s` has %i statements that block a large table', (migration, count) => {
  expect(blockingStatements(migration)).toHaveLength(count)
})
