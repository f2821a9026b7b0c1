import pg from 'pg'

const { builtins } = pg.types

// A cast, because pg's type declarations name only the scalar types.
const parserOf = pg.types.getTypeParser as (
  oid: number,
  format?: string,
) => (text: string) => unknown

// Values as PostgREST sends them: Postgres' own text, except for types that JSON has.
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: wholeNumber,
  [builtins.NUMERIC]: number,
  [builtins.TIMESTAMPTZ]: isoTimestamp,
  [builtins.TIMESTAMP]: isoTimestamp,
  [builtins.DATE]: String,
  [builtins.INTERVAL]: String,
  [builtins.BYTEA]: String,
  600: String, // point
  718: String, // circle
  1002: arrayOf(String), // "char"[]
  1003: arrayOf(String), // name[]
  1016: arrayOf(wholeNumber), // int8[]
  1231: arrayOf(number), // numeric[]
  1185: arrayOf(isoTimestamp), // timestamptz[]
  1115: arrayOf(isoTimestamp), // timestamp[]
  1182: arrayOf(String), // date[]
}

/** The value for the `types` option of pg. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: string) =>
    parsers[oid] ?? parserOf(oid, format)) as typeof pg.types.getTypeParser,
}

function wholeNumber(text: string): number | bigint {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

function number(text: string): number | string {
  const value = Number(text)
  return Number.isFinite(value) ? value : text
}

function isoTimestamp(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')
}

function arrayOf(parse: (text: string) => unknown) {
  const TEXT_ARRAY = 1009
  const texts = parserOf(TEXT_ARRAY)
  return (text: string) =>
    (texts(text) as (string | null)[]).map((item) => (item === null ? null : parse(item)))
}
