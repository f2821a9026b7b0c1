/** A row of which only the named columns may be null: of a view or a function, the generator lets each be. */
export type Filled<Row, MayBeNull extends keyof Row = never> = {
  [Column in keyof Row]: Column extends MayBeNull ? Row[Column] : NonNullable<Row[Column]>
}
