export const EMAIL_MODES = ['at_once', 'digest', 'off'] as const
export type EmailMode = (typeof EMAIL_MODES)[number]
