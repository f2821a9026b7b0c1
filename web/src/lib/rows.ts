/** A row in which only the named columns may be null. The type generator allows null in all columns of views and functions. */
export type Filled<Row, MayBeNull extends keyof Row = never> = {
  [Column in keyof Row]: Column extends MayBeNull ? Row[Column] : NonNullable<Row[Column]>
}

type Names<Columns extends string> = Columns extends `${infer First}, ${infer Rest}`
  ? First | Names<Rest>
  : Columns
/** The columns that are listed in the `select` text of a query. */
export type Chosen<Row, Columns extends string> = Pick<Row, Extract<keyof Row, Names<Columns>>>
