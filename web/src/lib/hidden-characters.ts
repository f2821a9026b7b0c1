/** Invisible characters, for use inside a bracket expression with the flag `u`. */
export const HIDDEN_CHARACTERS = String.raw`\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\uFFFD`

const STACKED = String.raw`[\p{M}\p{Default_Ignorable_Code_Point}]`
const PILE = new RegExp(`(${STACKED}{7})${STACKED}+`, 'gu')

/** A text with at most seven marks on a character: a higher pile is drawn over the lines, buttons and texts around it. */
export const withoutPiles = (text: string) => text.replaceAll(PILE, '$1')
