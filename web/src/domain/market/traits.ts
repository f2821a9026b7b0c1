// Traits: yes-or-no columns of a creator's profile, by which brands filter.
import { textOr } from '@/lib/i18n/text.ts'
import { TRAITS as NAMES, type SCALAR_FILTERS } from '../vocabulary.generated.ts'
import type { YesFilter } from './creator-filters.ts'

/** A yes-or-no column by which brands filter. Some are set by the creator, others by the market. */
type YesColumn = (typeof SCALAR_FILTERS)[YesFilter]['column']
export type Traits = Partial<Record<YesColumn, boolean>>

export const TRAITS: readonly YesColumn[] = NAMES

export const traitsOf = (profile: Traits): Traits =>
  Object.fromEntries(TRAITS.map((trait) => [trait, profile[trait]]))

export const traitLabels = (profile: Traits): string[] =>
  TRAITS.filter((trait) => profile[trait]).map((trait) => textOr(`common:yes.${trait}.name`, trait))
