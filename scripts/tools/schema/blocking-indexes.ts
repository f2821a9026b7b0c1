/**
 * Indexes that a migration builds on tables that were there before it, also those of constraints.
 * That stops every write to the table until the end, so each needs a line before it:
 * `-- small table: <reason>`, or `-- built before: <name>` with `if not exists`; a constraint takes
 * an index that was built before by `using index` (docs/operating.md).
 */
export function blockingIndexes(migration: string): string[] {
  const created = new Set([...migration.matchAll(CREATED)].map(([, name = '']) => plain(name)))
  return [...plainIndexes(migration, created), ...ofConstraints(migration, created)]
}

function ofConstraints(migration: string, created: Set<string>): string[] {
  return [...migration.matchAll(ALTERED)]
    .filter(([, reason = '', table = '']) => !created.has(plain(table)) && !SMALL.test(reason))
    .flatMap(([, , table = '', actions = '']) =>
      [...actions.matchAll(INDEXED)].map(([, name = '']) => `${plain(table)}: ${plain(name)}`),
    )
}

function plainIndexes(migration: string, created: Set<string>): string[] {
  return [...migration.matchAll(INDEX)]
    .filter(([, , , , table = '']) => !created.has(plain(table)))
    .filter(([, reason = '', concurrently, exists]) => {
      const isBuiltBefore = /^-- built before: \S/.test(reason) && Boolean(exists)
      return !concurrently && !isBuiltBefore && !SMALL.test(reason)
    })
    .map(([statement]) => /^create [^\n]*/im.exec(statement)?.[0] ?? statement)
}

const SMALL = /^-- small table: \S/
const ALTERED = /(?:^(--[^\n]*)\n)?^alter table (?:only )?([\w."]+)([^;]*);/gim
const INDEXED =
  /\badd constraint (["\w]+) (?:unique|primary key|exclude)\b(?![^,(]*\busing index\b)/gi
const CREATED = /^create table (?:if not exists )?([\w."]+)/gim
const INDEX =
  /(?:^(--[^\n]*)\n)?^create (?:unique )?index (concurrently )?(if not exists )?[\w"]+ on (?:only )?([\w."]+)/gim

const plain = (name: string) => name.replaceAll('"', '').replace(/^public\./, '')
