import refusals from '../../../../supabase/errors.json'

/** English texts of refusals, from the database's catalogue; other languages have translation files. */
export default Object.fromEntries(
  Object.entries(refusals).map(([token, { meaning }]) => [token, meaning]),
)
