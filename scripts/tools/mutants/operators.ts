// Small changes to a piece of SQL, each of which should make some test fail.

/** A changed text, and a description of the change, such as `line 12: "<" becomes "<="`. */
export type Change = { text: string; what: string }

type Token = {
  kind: 'word' | 'number' | 'operator' | 'other'
  text: string
  at: number
}

// Comments, strings and quoted names are one token each, so that nothing in them is changed.
const TOKENS =
  /(--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$[a-z_]*\$|\s+)|([a-z_][a-z_0-9]*)|(\d+(?:\.\d+)?)|(:=|::|=>|<>|<=|>=|\|\||->>?|#>>?|<@|@>|[-+*/%<>=(),;.[\]:~!&|?])/giy

const REPLACED_OPERATORS: Record<string, string> = {
  '=': '<>',
  '<>': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
}
const REPLACED_WORDS: Record<string, string> = {
  or: 'and',
  true: 'false',
  false: 'true',
  least: 'greatest',
  greatest: 'least',
  min: 'max',
  max: 'min',
  desc: 'asc',
}
const LOCKS = ['for no key update', 'for update', 'for share', 'for key share']

/** Every change of operators, logic, numbers and locks. */
export function changesOf(sql: string): Change[] {
  const tokens = tokensOf(sql)
  return [...tokens.entries()].flatMap(([index, token]) => {
    const before = tokens[index - 1]?.text.toLowerCase()
    const after = tokens[index + 1]?.text.toLowerCase()
    const word = token.text.toLowerCase()
    const swap = (by: string, length = token.text.length) => change(sql, token.at, length, by)
    if (token.kind === 'operator' && REPLACED_OPERATORS[word] !== undefined) {
      // Not every operator character is an operator: it may be a sign, or part of a cast or of an array slice.
      const isSign = (word === '-' || word === '+') && !isOperand(tokens[index - 1])
      return isSign ? [] : [swap(REPLACED_OPERATORS[word])]
    }
    if (token.kind === 'number') return [swap(String(Number(token.text) + 1))]
    if (word === 'and') return isOfBetween(tokens, index) ? [] : [swap('or')]
    if (word === 'is' && after === 'not') return [negated(sql, tokens, index)]
    if (word === 'is' && (after === 'distinct' || after === 'null')) return [swap('is not')]
    if (word === 'not' && before !== 'is') {
      return after === 'null' ? [] : [swap('')]
    }
    if (REPLACED_WORDS[word] !== undefined) return [swap(REPLACED_WORDS[word])]
    const lock = word === 'for' ? LOCKS.find((words) => isPhrase(sql, token.at, words)) : undefined
    return lock ? [swap('', lock.length)] : []
  })
}

/** The variants of a PL/pgSQL body that each leave out one statement with an effect. */
export function omissionsOf(sql: string): Change[] {
  const changes: Change[] = []
  let depth = 0
  let start = -1
  let previous = ''
  for (const token of tokensOf(sql)) {
    if (token.text === '(') depth += 1
    if (token.text === ')') depth -= 1
    const word = token.text.toLowerCase()
    const begins = ['', ';', 'begin', 'then', 'else', 'loop'].includes(previous)
    if (depth === 0 && start < 0 && begins && isAct(sql, token)) start = token.at
    if (depth === 0 && token.text === ';' && start >= 0) {
      changes.push(change(sql, start, token.at - start, 'null'))
      start = -1
    }
    previous = word
  }
  return changes
}

function isAct(sql: string, { at }: Token): boolean {
  const rest = sql.slice(at, at + 60)
  return /^(perform|insert|update|delete|raise exception|[vn]\w*\.?\w* :=)/i.test(rest)
}

function tokensOf(sql: string): Token[] {
  const found: Token[] = []
  TOKENS.lastIndex = 0
  for (let at = 0; at < sql.length;) {
    TOKENS.lastIndex = at
    const match = TOKENS.exec(sql)
    if (!match) {
      found.push({ kind: 'other', text: sql[at] ?? '', at })
      at += 1
      continue
    }
    const [text, skipped, word, number] = match
    if (skipped === undefined) {
      const kind = word !== undefined ? 'word' : number !== undefined ? 'number' : 'operator'
      found.push({ kind, text, at })
    } else if (/^['"]/.test(text)) {
      found.push({ kind: 'other', text, at })
    }
    at += text.length
  }
  return found
}

function isOperand(token: Token | undefined): boolean {
  if (!token) return false
  const keyword = /^(then|else|return|and|or|when|select|in|by|:=|case|not|between|using)$/i
  if (token.kind === 'operator') return token.text === ')' || token.text === ']'
  return !keyword.test(token.text)
}

/** True if the word `and` belongs to `between a and b`. */
function isOfBetween(tokens: Token[], index: number): boolean {
  let depth = 0
  for (let i = index - 1; i >= 0; i--) {
    const word = tokens[i]?.text.toLowerCase()
    if (word === ')') depth += 1
    if (word === '(') depth -= 1
    if (depth < 0) return false
    if (depth > 0) continue
    if (word === 'between') return true
    if (word === 'and' || word === 'or' || word === ';' || word === 'where') return false
  }
  return false
}

function negated(sql: string, tokens: Token[], index: number): Change {
  const from = tokens[index]?.at ?? 0
  const not = tokens[index + 1]
  return change(sql, from, (not?.at ?? from) + 3 - from, 'is')
}

function isPhrase(sql: string, at: number, words: string): boolean {
  return sql.slice(at, at + words.length).toLowerCase() === words
}

function change(sql: string, at: number, length: number, by: string): Change {
  const line = sql.slice(0, at).split('\n').length
  const old = sql.slice(at, at + length).replaceAll(/\s+/g, ' ')
  return {
    text: sql.slice(0, at) + by + sql.slice(at + length),
    what: by
      ? `line ${line}: "${shortened(old)}" becomes "${by}"`
      : `line ${line}: without "${shortened(old)}"`,
  }
}

function shortened(text: string): string {
  return text.length > 70 ? `${text.slice(0, 67)}...` : text
}
