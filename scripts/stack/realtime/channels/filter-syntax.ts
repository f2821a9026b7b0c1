// `column=op.value`, several joined by commas: `price=gte.10,status=in.(open,"on, hold")`.

import { Refused } from '../connections.ts'

export const OPERATORS = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'is',
  'isdistinct',
  'like',
  'ilike',
  'match',
  'imatch',
] as const
export type Operator = (typeof OPERATORS)[number]

export type Condition = {
  readonly column: string
  readonly operator: Operator
  readonly negated: boolean
  /** For `in`: an array literal. */
  readonly value: string
}

/** Throws with the reason, in Supabase's words. */
export function parseFilter(text: string): Condition[] {
  if (text.trim() === '') return []
  return splitAtCommas(text).map(parseCondition)
}

function parseCondition(text: string): Condition {
  const [, column, not, operator, value] =
    /^\s*([^=]+)=(not\.)?([a-z]+)\.(.*?)\s*$/s.exec(text) ?? []
  if (!column || value === undefined || !isOperator(operator)) {
    throw new Refused(`Error parsing \`filter\` params: ${JSON.stringify(text.trim())}`)
  }
  return { column, operator, negated: Boolean(not), value: parseValue(operator, value) }
}

function parseValue(operator: Operator, value: string): string {
  if (operator !== 'in') return unquoted(value)
  if (!/^\(.*\)$/s.test(value)) {
    throw new Refused(
      'Error parsing `filter` params: `in` filter value must be wrapped by parentheses',
    )
  }
  return `{${value.slice(1, -1)}}`
}

function unquoted(value: string): string {
  if (!/^"(?:[^"\\]|\\.)*"$/s.test(value)) return value
  return value.slice(1, -1).replaceAll(/\\(.)/gs, '$1')
}

/** Commas inside parentheses or quotes do not part two conditions. */
function splitAtCommas(text: string): string[] {
  const parts = ['']
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? ''
    if (quoted && char === '\\') {
      parts.push((parts.pop() ?? '') + char + (text[(at += 1)] ?? ''))
      continue
    }
    if (char === '"' && (quoted || /[.,(]/.test(text[at - 1] ?? ''))) quoted = !quoted
    else if (!quoted && char === '(') depth += 1
    else if (!quoted && char === ')') depth -= 1
    else if (!quoted && depth === 0 && char === ',') {
      parts.push('')
      continue
    }
    parts.push((parts.pop() ?? '') + char)
  }
  return parts
}

function isOperator(text: string | undefined): text is Operator {
  return OPERATORS.some((operator) => operator === text)
}
