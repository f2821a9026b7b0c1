// Checks the text of the SQL chapters: one style where SQL allows several, and nothing that Postgres advises
// against (wiki.postgresql.org/wiki/Don't_Do_This). Rules that can be checked in the built database
// are in supabase/tests/database/01_base/catalogue.

const KEYWORDS =
  'SELECT|FROM|WHERE|JOIN|INSERT|UPDATE|DELETE|CREATE|ALTER|GRANT|RETURN|BEGIN|END|NULL'
const RULES: [says: string, found: RegExp][] = [
  ['keywords are in lower case', new RegExp(String.raw`\b(${KEYWORDS})\b`, 'g')],
  ['lines are indented with spaces', /\t/g],
  ['no line ends with a space', / +$/gm],
  ['a line is no longer than 240 characters', /^.{241,}$/gm],
  ['unequal is written <>', /!=/g],
  ['nothing equals null: is null', /\b(?:where|and|or|when|if|on) +[\w.]+ *(?:=|<>) *null\b/g],
  ['a text needs no length in its type: text with a check', /\b(?:var)?char\s*\(/g],
  ['a key is an identity: generated always as identity', /\b(?:big|small)?serial\b/g],
  ['a time has its zone: timestamptz', /\btimestamp\b(?! with time zone)|\btimetz\b/g],
  ['the columns of a join are named', /\bnatural\s+(?:left |inner )?join\b/g],
  ['names need no quotes', /"[a-z_][a-z0-9_]*"/g],
  ['a grant names its objects and its rights', /\bgrant all\b|\bgrant\b.* on all\b/g],
]

/** The faults of a text of SQL, each with its line. */
export function faultsOf(sql: string): string[] {
  const code = withoutWords(sql)
  return RULES.flatMap(([says, found]) =>
    [...code.matchAll(found)].map(({ index }) => ({
      line: code.slice(0, index).split('\n').length,
      says,
    })),
  )
    .toSorted((one, other) => one.line - other.line)
    .map(({ line, says }) => `${line}: ${says}`)
}

/** Replaces the characters of comments and quoted texts by x, so that lines and their lengths stay the same. */
function withoutWords(sql: string): string {
  return sql.replaceAll(/--.*|'(?:[^']|'')*'/g, (words) => words.replaceAll(/\S/g, 'x'))
}
