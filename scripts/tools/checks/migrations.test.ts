// Rules for migrations: one before the first release, later ones that do not block a large market.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { isReleased, migrationFiles } from '../../project.ts'
import { blockingIndexes } from '../schema/blocking-indexes.ts'
import { versionAt } from '../schema/released.ts'

test('before the first release there is one migration, dated not later than now', () => {
  const versions = migrationFiles().map(({ version }) => version)
  expect(versions.filter((version) => version > versionAt(new Date()))).toEqual([])
  expect(isReleased() || versions.length === 1).toBe(true)
})

test('no migration after the baseline stops a large table to build an index without a reason', () => {
  const [, ...later] = migrationFiles()
  const found = later.flatMap(({ file }) =>
    blockingIndexes(readFileSync(file, 'utf8')).map((index) => `${basename(file)}: ${index}`),
  )
  expect(found).toEqual([])
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
  ['create table public.new (x int);\nalter table public.new add constraint a unique (x);', 0],
])('%s: %i', (migration, count) => {
  expect(blockingIndexes(migration)).toHaveLength(count)
})
