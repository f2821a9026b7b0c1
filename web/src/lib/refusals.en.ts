import refusals from '../../../supabase/errors.json'

/** A refusal's English words stand in the catalogue of the database; other languages have a file. */
export default Object.fromEntries(
  Object.entries(refusals).map(([token, { meaning }]) => [token, meaning]),
)
