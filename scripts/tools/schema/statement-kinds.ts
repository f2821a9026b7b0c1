/** Object that a statement creates: its kind, its name and, for parts of a table, the table. */
export type Subject = { kind: Kind; name: string; table?: string }
export type Kind = keyof typeof HEADS

// The first group is the object, the second the table that it belongs to.
const HEADS = {
  function: /^create (?:or replace )?function ([\w.]+)\s*\(/i,
  view: /^create (?:or replace )?view ([\w.]+)/i,
  table: /^create table ([\w.]+)/i,
  type: /^create type ([\w.]+)/i,
  policy: /^create policy (\S+)\s+on\s+([\w.]+)/i,
  trigger: /^create (?:constraint )?trigger (\S+)\s[\s\S]*?\son\s+([\w.]+)/i,
  index: /^create index (\S+)\s+on\s+([\w.]+)/i,
  uniqueIndex: /^create unique index (\S+)\s+on\s+([\w.]+)/i,
  comment: /^comment on ([\s\S]*?)\s+is\s/i,
  grant: /^grant ([\s\S]+?\son\s(?!all\s)[\s\S]+)$/i,
  rows: /^insert into ([\w.]+)/i,
  rowSecurity: /^alter table ([\w.]+) enable row level security$/i,
  addition: /^(alter table [\w.]+\s+add\b[\s\S]*)$/i,
  indexOption: /^(alter index [\s\S]*)$/i,
} satisfies Record<string, RegExp>

/** Null for a statement that only a comparison of databases can apply. */
export function subjectOf(sql: string): Subject | null {
  for (const [kind, head] of Object.entries(HEADS)) {
    const match = head.exec(sql)
    if (match)
      return { kind: kind as Kind, name: match[1] ?? '', ...(match[2] && { table: match[2] }) }
  }
  return null
}

/** Equal for two texts of the same object. */
export function keyOf({ kind, name, table = '' }: Subject): string {
  const isWhole = kind === 'grant' || kind === 'addition' || kind === 'indexOption'
  return isWhole ? '' : `${kind} ${name} ${table}`
}

/** The name that other statements use for it; of policies and triggers, comments alone. */
export function nameOf({ kind, name, table = '' }: Subject): string {
  if (kind === 'policy' || kind === 'trigger') return `${kind} ${name} on ${table}`
  if (kind !== 'index' && kind !== 'uniqueIndex') return name
  return name.includes('.') ? name : `${table.split('.')[0]}.${name}`
}

/** Statement that removes the object; null when none is known. */
export function removal(sql: string, subject: Subject): string | null {
  const { kind, name } = subject
  switch (kind) {
    case 'uniqueIndex':
      return `drop index ${nameOf(subject)}`
    case 'rowSecurity':
      return `alter table ${name} disable row level security`
    case 'function':
    case 'view':
    case 'index':
    case 'table':
    case 'type':
      return `drop ${kind} ${nameOf(subject)}`
    case 'policy':
    case 'trigger':
      return `drop ${nameOf(subject)}`
    case 'comment':
      return `comment on ${name} is null`
    case 'grant':
      return revocation(sql)
    default:
      return null
  }
}

/** Without it the role has nothing: the chapters revoke what is granted by default. */
function revocation(sql: string): string | null {
  const [, what, roles] = /^grant ([\s\S]+) to ([\w,\s]+)$/i.exec(sql) ?? []
  return what && roles ? `revoke ${what} from ${roles}` : null
}

/** The objects of a grant. */
export function grantedObjects(sql: string): string[] {
  const [, objects = ''] = /\son\s+((?:(?!\son\s)[\s\S])*)\sto\s[\w,\s]+$/i.exec(sql) ?? []
  return (
    objects
      .replace(/^(?:table|function|schema|sequence|type)\s/i, '')
      .match(/[a-z_][\w.]*(?=\s*(?:\(|,|$))/gi) ?? []
  )
}

/** Without comments, texts and bodies in PL/pgSQL, whose names Postgres looks up when they run. */
export function namesIn(sql: string): Set<string> {
  const isLate = /\slanguage plpgsql\b/i.test(sql)
  const plain = isLate ? sql.replace(/\sas\s+(\$\w*\$)[\s\S]*\1/i, '') : sql
  return new Set(plain.replaceAll(/--[^\n]*|'(?:[^']|'')*'/g, ' ').match(/[\w.]+/g))
}
