// Shortens the types that the CLI writes. The columns of a table are listed once, and derived types refer to them.
// Types that no client uses are left out: foreign keys that no query follows, and arguments of functions that only
// services call. For supabase-js the result has the same meaning.

/** Tables that a query of the client embeds in rows of others, so that the types of their foreign keys are needed. */
const EMBEDDED = ['campaign_invitations']

const HELPERS = `
type Public = Database['public']
type Relations = Public['Tables'] & Public['Views']
type RowOf<Name> = Name extends keyof Relations
  ? Omit<Relations[Name]['Row'], Relations[Name]['ComputedFields']>
  : Name extends keyof Public['CompositeTypes'] ? Public['CompositeTypes'][Name] : never
type Widened<Value> = Value extends string ? string : Value extends string[] ? string[] : Value
type Columns<Row> = { [Column in keyof Row]: Widened<Row[Column]> }
/**
 * A new row has the columns without a default, and none that the database computes. Fields are functions of
 * the row, for a query to select.
 */
type Table<
  Row,
  Required extends keyof Row = never,
  Computed extends keyof Row = never,
  Fields extends keyof Row = never,
  Links = [],
  New = Pick<Columns<Row>, Required> & Partial<Omit<Columns<Row>, Required | Computed | Fields>> & { [Column in Computed]?: never },
> = { Row: Row; ComputedFields: Fields; Insert: New; Update: Partial<New>; Relationships: Links }
/** A table or view that clients have no right to write. */
type Read<Row, Fields extends keyof Row = never, Links = []> = { Row: Row; ComputedFields: Fields; Insert: never; Update: never; Relationships: Links }
type Rows<To extends string, IsSet extends boolean = true> = {
  from: '*'
  to: To
  isOneToOne: IsSet extends true ? false : true
  isSetofReturn: IsSet
}
/** A function that no client may call, or that is a field of rows. */
type Closed = { Args: never; Returns: never }
type OneRow<Name extends string, Args> = { Args: Args; Returns: RowOf<Name>; SetofOptions: Rows<Name, false> }
type ManyRows<Name extends string, Args> = { Args: Args; Returns: RowOf<Name>[]; SetofOptions: Rows<Name> }
export type Tables<Name extends keyof Relations> = Relations[Name]['Row']
export type TablesInsert<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Insert']
export type TablesUpdate<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Update']
export type CompositeTypes<Name extends keyof Public['CompositeTypes']> = Public['CompositeTypes'][Name]
`

const COLUMNS = String.raw`\{\n[^}]*\}`
const RELATION = new RegExp(
  String.raw`^ {6}(?<name>\w+): \{\n {8}Row: (?<row>${COLUMNS})\n {8}ComputedFields: (?<fields>.+)\n` +
    String.raw`(?: {8}Insert: (?<inserted>${COLUMNS})\n {8}Update: ${COLUMNS}\n)? {8}Relationships: (?<links>\[[^]*?\])\n {6}\}`,
  'gm',
)
const FUNCTION = /^ {6}(\w+): \{\n {8}Args: [^]*?\n {6}\}/gm
const FUNCTION_OF_ROWS = new RegExp(
  String.raw`^ {6}(?<name>\w+): \{\n {8}Args: (?<args>.+|${COLUMNS})\n {8}Returns: (?:(?<row>${COLUMNS})|\w+<'\w+'>)(?<list>\[\])?\n` +
    String.raw` {8}SetofOptions: \{\n {10}from: '\*'\n {10}to: '(?<to>\w+)'\n[^}]*\}\n {6}\}`,
  'gm',
)

/** Shortens formatted code; given the tables that clients may write, and the functions that they may not call. */
export function compactTypes(code: string, written: string[], closed: string[]): string {
  const [product = ''] = code.split('\ntype DatabaseWithoutInternals')
  const rows = new Map<string, string>()
  const compact = product
    .replaceAll(/Database\['public'\]\['CompositeTypes'\]\['(\w+)'\]/g, "CompositeTypes<'$1'>")
    .replaceAll(FUNCTION, (all, name: string) =>
      closed.includes(name) || all.includes('ComputedFields') ? `      ${name}: Closed` : all,
    )
  const relations = replaceEach(
    compact,
    RELATION,
    ({ name = '', row = '', fields = '', inserted = '', links = '' }) => {
      rows.set(
        name,
        row.replaceAll(/^ +(\w+): .*\n/gm, (line, column) =>
          fields.includes(`'${column}'`) ? '' : line,
        ),
      )
      const named = (form: RegExp) =>
        [...inserted.matchAll(form)].map(([, column]) => `'${column}'`).join(' | ') || 'never'
      const isWritten = written.includes(name)
      const more = [fields, EMBEDDED.includes(name) ? links : '[]']
      if (isWritten) more.unshift(named(/^ +(\w+): /gm), named(/^ +(\w+)\?: never$/gm))
      while (['never', '[]'].includes(more.at(-1) ?? '')) more.pop()
      return `      ${name}: ${isWritten ? 'Table' : 'Read'}<${[row, ...more].join(', ')}>`
    },
  )
  const functions = replaceEach(
    relations,
    FUNCTION_OF_ROWS,
    ({ all, name, args, row, list, to = '' }) =>
      row && rows.get(to) !== row
        ? all
        : `      ${name}: ${list ? 'ManyRows' : 'OneRow'}<'${to}', ${args}>`,
  )
  const short = functions.replaceAll(
    /^ {6}(\w+): \{\n {8}Args: (.+)\n {8}Returns: (.+)\n {6}\}/gm,
    '      $1: { Args: $2; Returns: $3 }',
  )
  return `${short}\n${HELPERS}`
}

type Groups = { all: string } & Partial<Record<string, string>>

const replaceEach = (text: string, form: RegExp, write: (groups: Groups) => string) =>
  text.replaceAll(form, (all: string, ...rest: unknown[]) =>
    write({ all, ...(rest.at(-1) as object) }),
  )
