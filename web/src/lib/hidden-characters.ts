/** Invisible characters, for use inside a bracket expression with the flag `u`. */
export const HIDDEN_CHARACTERS = String.raw`\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\uFFFD`
