import refusals from '../../../../supabase/errors.json'

/** English texts of refusals, from the catalogue of the database; the other languages have files. */
export default Object.fromEntries(
  Object.entries(refusals).map(([token, { meaning }]) => [token, meaning]),
)
