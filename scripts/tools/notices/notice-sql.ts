import type { Text } from '../../../supabase/notices/render.ts'

/** Converts an English text to an SQL expression over `d`, the data of the notice. */
export function expression(text: Text): string {
  if (typeof text === 'string') return filled(text)
  const { one = text.other, other } = text
  return `case when d ->> 'count' = '1' then ${filled(one)} else ${filled(other)} end`
}

function filled(text: string): string {
  const keys = [...text.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key)
  if (keys.length === 0) return quoted(text)
  const pattern = text.replaceAll('%', '%%').replaceAll(/\{\w+\}/g, '%s')
  const values = keys.map((key) => `coalesce(${value(key)}, ${quoted(`{${key}}`)})`)
  return `format(${[quoted(pattern), ...values].join(', ')})`
}

/** SQL for a value, with amounts and times formatted; supabase/notices/render.ts does the same in TypeScript. */
function value(key: string): string {
  const plain = `d ->> ${quoted(key)}`
  if (key.endsWith('_minor')) return `private.money_text((${plain})::bigint, d ->> 'currency')`
  if (key.endsWith('_at'))
    return `to_char((${plain})::timestamptz at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')`
  return plain
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
