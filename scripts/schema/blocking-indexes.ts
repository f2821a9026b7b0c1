/**
 * Indexes that a migration builds on tables that were there before it. That stops every write to
 * the table until the end, so each needs a line before it: `-- small table: <reason>`, or
 * `-- built before: <name>` with `if not exists` (docs/operating.md).
 */
export function blockingIndexes(migration: string): string[] {
  const created = new Set([...migration.matchAll(CREATED)].map(([, name = '']) => plain(name)))
  return [...migration.matchAll(INDEX)]
    .filter(([, , , , table = '']) => !created.has(plain(table)))
    .filter(([, reason = '', concurrently, exists]) => {
      const isBuiltBefore = /^-- built before: \S/.test(reason) && Boolean(exists)
      return !concurrently && !isBuiltBefore && !/^-- small table: \S/.test(reason)
    })
    .map(([statement]) => /^create [^\n]*/im.exec(statement)?.[0] ?? statement)
}

const CREATED = /^create table (?:if not exists )?([\w."]+)/gim
const INDEX =
  /(?:^(--[^\n]*)\n)?^create (?:unique )?index (concurrently )?(if not exists )?[\w"]+ on (?:only )?([\w."]+)/gim

const plain = (name: string) => name.replaceAll('"', '').replace(/^public\./, '')
