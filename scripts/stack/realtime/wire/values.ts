// Converts values to JSON. The replication stream sends every value as text, and clients get the JSON
// that `to_jsonb` would return.

export type ColumnType = {
  readonly name: string
  /** The kind as in `pg_type.typtype`: `b` base, `e` enum, …; a domain counts as its base type. */
  readonly kind: string
  /** The type of an array's elements; null for other types. */
  readonly element: ColumnType | null
}

const NUMBERS = new Set(['int2', 'int4', 'int8', 'oid', 'float4', 'float8', 'numeric'])
const JSON_NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

/** Converts a value, as Postgres prints it, to JSON. */
export function toJson(type: ColumnType, text: string): string {
  if (type.element) return arrayToJson(type.element, text)
  if (NUMBERS.has(type.name)) return JSON_NUMBER.test(text) ? text : JSON.stringify(text)
  if (type.name === 'bool') return text === 't' ? 'true' : 'false'
  if (type.name === 'json' || type.name === 'jsonb') return text
  if (type.name === 'timestamp') return JSON.stringify(text.replace(' ', 'T'))
  if (type.name === 'timestamptz') return JSON.stringify(isoTime(text))
  return JSON.stringify(text)
}

/** Converts a time: `2024-05-06 07:08:09.1+00` becomes `2024-05-06T07:08:09.1+00:00`. */
function isoTime(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')
}

/** Converts an array `{a,"b c",NULL,{…}}` to JSON; bounds in front (`[0:1]={…}`) are dropped. */
function arrayToJson(element: ColumnType, text: string): string {
  let at = text.indexOf('{')
  if (at < 0) return JSON.stringify(text)
  return list()

  function list(): string {
    const items: string[] = []
    at += 1
    while (at < text.length && text[at] !== '}') {
      items.push(text[at] === '{' ? list() : text[at] === '"' ? quoted() : bare())
      if (text[at] === ',') at += 1
    }
    at += 1
    return `[${items.join()}]`
  }
  function quoted(): string {
    let value = ''
    for (at += 1; at < text.length && text[at] !== '"'; at += 1) {
      if (text[at] === '\\') at += 1
      value += text[at]
    }
    at += 1
    return toJson(element, value)
  }
  function bare(): string {
    const start = at
    while (at < text.length && text[at] !== ',' && text[at] !== '}') at += 1
    const value = text.slice(start, at)
    return value === 'NULL' ? 'null' : toJson(element, value)
  }
}
