/** A row of which only the named columns may be null: of a view or a function, the generator lets each be. */
export type Filled<Row, MayBeNull extends keyof Row = never> = {
  [Column in keyof Row]: Column extends MayBeNull ? Row[Column] : NonNullable<Row[Column]>
}

type Names<Columns extends string> = Columns extends `${infer First}, ${infer Rest}`
  ? First | Names<Rest>
  : Columns
/** The columns of a row that a query asks for by this text. */
export type Chosen<Row, Columns extends string> = Pick<Row, Extract<keyof Row, Names<Columns>>>
