// What a creator says yes to: columns of a profile that are filters for yes.
import { textOr } from '@/lib/i18n/text.ts'
import { TRAITS } from '../vocabulary.generated.ts'

export type Trait = (typeof TRAITS)[number]
export type Traits = Record<Trait, boolean>

export const mapTraits = <Value>(valueOf: (trait: Trait) => Value) =>
  Object.fromEntries(TRAITS.map((trait) => [trait, valueOf(trait)])) as Record<Trait, Value>

export const traitLabels = (profile: Traits): string[] =>
  TRAITS.filter((trait) => profile[trait]).map((trait) => textOr(`common:yes.${trait}.name`, trait))
