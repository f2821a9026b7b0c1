/** Invisible characters, for use inside a bracket expression with the flag `u`. */
export const HIDDEN_CHARACTERS = String.raw`\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\uFFFD`

const STACKED = String.raw`[\p{M}\p{Default_Ignorable_Code_Point}]`
const PILE = new RegExp(`(${STACKED}{7})${STACKED}+`, 'gu')

/** Limits combining marks to seven per character, because more of them are drawn over the lines around the text. */
export const withoutPiles = (text: string) => text.replaceAll(PILE, '$1')
