// Shortens the types that the CLI writes: each row of a table stands once, and what follows from it is
// said by its name. The result means the same to supabase-js.

const HELPERS = `
type Public = Database['public']
type RowOf<Name extends keyof (Public['Tables'] & Public['Views'])> = (Public['Tables'] &
  Public['Views'])[Name]['Row']
type Widened<Value> = Value extends string ? string : Value extends string[] ? string[] : Value
type Columns<Name extends keyof Public['Tables']> = {
  [Column in Exclude<keyof RowOf<Name>, Public['Tables'][Name]['ComputedFields']>]: Widened<RowOf<Name>[Column]>
}
/** A new row: the columns without a default are required, those that the database computes are refused. */
type NewRow<Name extends keyof Public['Tables'], Required extends keyof Columns<Name> = never, Computed extends keyof Columns<Name> = never> =
  Pick<Columns<Name>, Required> & Partial<Omit<Columns<Name>, Required | Computed>> & { [Column in Computed]?: never }
type Link<Name extends string, Column extends string, Relation extends string, Referenced extends string = 'id', IsOne extends boolean = false> = {
  foreignKeyName: \`\${Name}_\${Column}_fkey\`
  columns: [Column]
  isOneToOne: IsOne
  referencedRelation: Relation
  referencedColumns: [Referenced]
}
type Rows<To extends string, IsSet extends boolean = true> = {
  from: '*'
  to: To
  isOneToOne: IsSet extends true ? false : true
  isSetofReturn: IsSet
}
export type Tables<Name extends keyof (Public['Tables'] & Public['Views'])> = RowOf<Name>
export type TablesInsert<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Insert']
export type TablesUpdate<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Update']
export type CompositeTypes<Name extends keyof Public['CompositeTypes']> = Public['CompositeTypes'][Name]
`

/** Takes and gives formatted code. */
export function compactTypes(code: string): string {
  const tables = code.slice(0, code.indexOf('\n    Functions: {'))
  const rows = new Map(
    [...tables.matchAll(/^ {6}(\w+): \{\n {8}Row: \{\n([^}]*) {8}\}/gm)].map(([, name, row]) => [
      name,
      row,
    ]),
  )
  const views = code.indexOf('\n    Views: {')
  return `${code
    .slice(0, code.indexOf('\ntype DatabaseWithoutInternals'))
    .replace(
      /^ {8}Insert: \{\n([^}]*) {8}\}\n {8}Update: \{\n[^}]*\}/gm,
      (_all, columns: string, at: number) => {
        if (at > views) return ''
        const name = [...code.slice(0, at).matchAll(/^ {6}(\w+): \{$/gm)].at(-1)?.[1]
        const names = (pattern: RegExp) =>
          [...columns.matchAll(pattern)].map(([, column]) => `'${column}'`).join(' | ') || 'never'
        return `        Insert: NewRow<'${name}', ${names(/^ {10}(\w+): /gm)}, ${names(/^ {10}(\w+)\?: never$/gm)}>
        Update: Partial<Public['Tables']['${name}']['Insert']>`
      },
    )
    .replace(
      /\{\n\s+foreignKeyName: '(\w+)'\n\s+columns: \['(\w+)'\]\n\s+isOneToOne: (\w+)\n\s+referencedRelation: ('\w+')\n\s+referencedColumns: \[('\w+')\]\n\s+\}/g,
      (all, key: string, column: string, isOne: string, relation: string, referenced: string) => {
        const end = `_${column}_fkey`
        if (!key.endsWith(end)) return all
        const more = isOne === 'true' ? `, ${referenced}, true` : `, ${referenced}`
        return `Link<'${key.slice(0, -end.length)}', '${column}', ${relation}${more === ", 'id'" ? '' : more}>`
      },
    )
    .replace(
      /^ {8}Returns: \{\n([^}]*) {8}\}(\[\])?\n {8}SetofOptions: \{\n {10}from: '\*'\n {10}to: '(\w+)'\n[^}]*\}/gm,
      (all, columns: string, list: string | undefined, to: string) =>
        rows.get(to) === columns
          ? `        Returns: RowOf<'${to}'>${list ?? ''}
        SetofOptions: Rows<'${to}'${list ? '' : ', false'}>`
          : all,
    )
    .replaceAll(/Database\['public'\]\['CompositeTypes'\]\['(\w+)'\]/g, "CompositeTypes<'$1'>")
    .replaceAll(
      /SetofOptions: \{\n\s+from: '\*'\n\s+to: '(\w+)'\n\s+isOneToOne: (\w+)\n[^}]*\}/g,
      (_all, to: string, isOne: string) =>
        `SetofOptions: Rows<'${to}'${isOne === 'true' ? ', false' : ''}>`,
    )}\n${HELPERS}`
}
