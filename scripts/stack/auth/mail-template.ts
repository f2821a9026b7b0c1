// Renders the subset of Go's html/template that our mails of Supabase Auth use: values (`.Email`,
// `.Data.locale`), `if … else if … else … end`, `eq`, and `printf "%v"`. Anything else is an error,
// so that a template that works only on a hosted project is noticed.

export type TemplateValues = { readonly [name: string]: unknown }

type Token = { text: string } | { action: string }

export function renderTemplate(source: string, values: TemplateValues): string {
  const tokens = tokensOf(source)
  const { out, end } = render(tokens, 0, values)
  if (end < tokens.length) throw new Error('mail template: `else` or `end` without `if`')
  return out
}

function tokensOf(source: string): Token[] {
  return source.split(/(\{\{.*?\}\})/s).map((part) => {
    if (!part.startsWith('{{')) return { text: part }
    return { action: part.slice(2, -2).trim() }
  })
}

/** Renders tokens until an `else` or `end` that belongs to the enclosing `if`. */
function render(tokens: Token[], start: number, values: TemplateValues) {
  let out = ''
  let at = start
  for (let token = tokens[at]; token; token = tokens[at]) {
    if ('text' in token) {
      out += token.text
      at += 1
    } else if (token.action.startsWith('if ')) {
      const branches = renderIf(tokens, at, values)
      out += branches.out
      at = branches.end
    } else if (/^(else\b|end$)/.test(token.action)) break
    else {
      out += escape(textOf(evaluate(token.action, values)))
      at += 1
    }
  }
  return { out, end: at }
}

function renderIf(tokens: Token[], start: number, values: TemplateValues) {
  let out = ''
  let isDone = false
  for (let at = start; ;) {
    const token = tokens[at]
    const action = token && 'action' in token ? token.action : undefined
    if (action === undefined) throw new Error('mail template: `if` without `end`')
    if (action === 'end') return { out, end: at + 1 }
    const condition = /^(?:else )?if (.*)$/s.exec(action)?.[1]
    const holds: boolean =
      !isDone && (condition === undefined || Boolean(evaluate(condition, values)))
    const branch = render(tokens, at + 1, values)
    if (holds) out = branch.out
    isDone ||= holds
    at = branch.end
  }
}

function evaluate(expression: string, values: TemplateValues): unknown {
  const [first = '', ...rest] = expression.match(/"[^"]*"|\([^)]*\)|[^\s()"]+/g) ?? []
  const [left, ...others] = rest.map((part) => evaluate(part, values))
  if (first === 'eq' && others.length > 0) return others.includes(left)
  if (first === 'printf' && left === '%v' && others.length === 1) return textOf(others[0])
  if (rest.length > 0) throw new Error(`mail template: {{ ${expression} }} is not understood`)
  if (first.startsWith('(')) return evaluate(first.slice(1, -1), values)
  if (first.startsWith('"')) return first.slice(1, -1)
  if (!/^(\.\w+)+$/.test(first)) {
    throw new Error(`mail template: {{ ${expression} }} is not understood`)
  }
  return first
    .slice(1)
    .split('.')
    .reduce(valueOf, values as unknown)
}

function valueOf(holder: unknown, name: string): unknown {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, name))
    return undefined
  return (holder as TemplateValues)[name]
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&#34;')
}
