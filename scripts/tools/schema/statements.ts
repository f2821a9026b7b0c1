/** One statement of an SQL file, without its semicolon. */
export type Statement = { sql: string; line: number }

const TOKEN = /--[^\n]*|\/\*|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$|;/g

/** Splits a file at the semicolons outside of comments, quotes and bodies of functions. */
export function splitStatements(file: string): Statement[] {
  const statements: Statement[] = []
  let start = 0
  const take = (end: number) => {
    const statement = statementAt(file, start, end)
    if (statement) statements.push(statement)
  }
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(file); match; match = TOKEN.exec(file)) {
    const [token] = match
    if (token === ';') {
      take(match.index)
      start = TOKEN.lastIndex
    } else if (token === '/*' || token.startsWith('$')) {
      const close = file.indexOf(token === '/*' ? '*/' : token, TOKEN.lastIndex)
      TOKEN.lastIndex = close < 0 ? file.length : close + token.length
    }
  }
  take(file.length)
  return statements
}

/** The statement at a position, without leading comments, so that its line is that of its first word. */
function statementAt(file: string, start: number, end: number): Statement | null {
  const lead = /^(?:\s+|--[^\n]*|\/\*[\s\S]*?\*\/)*/.exec(file.slice(start, end))?.[0].length ?? 0
  const sql = file.slice(start + lead, end).trimEnd()
  return sql === '' ? null : { sql, line: lineAt(file, start + lead) }
}

/** The line, counted from one, of an offset. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/** The statements of one list without those of another; equal statements are counted. */
export function difference(from: Statement[], without: Statement[]): Statement[] {
  const counts = new Map<string, number>()
  for (const { sql } of without) counts.set(sql, (counts.get(sql) ?? 0) + 1)
  return from.filter(({ sql }) => {
    const count = counts.get(sql) ?? 0
    counts.set(sql, count - 1)
    return count <= 0
  })
}
