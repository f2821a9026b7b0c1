import refusals from '../../../../supabase/errors.json'
import { byName } from './by-name.ts'

/** A refusal's English words stand in the catalogue of the database; other languages have a file. */
const meanings = Object.fromEntries(
  Object.entries(refusals).map(([token, { meaning }]) => [token, meaning]),
)

export const words = {
  refusals: meanings,
  ...byName(
    import.meta.glob(
      [
        '../../locales/en/*.json',
        '!**/{auth,landing,legal,onboarding,pages,site,staff}.json',
        '../../../../supabase/notices/en.json',
      ],
      { eager: true, import: 'default' },
    ),
  ),
}
