/** An account to try the product with; `totpSecret` (base32) makes the codes of its second factor. */
export type DemoAccount = { email: string; password: string; role: string; totpSecret?: string }

// Accounts that supabase/seed.sql creates for trying the product; they exist in local stacks only.
const password = 'kolpact-demo-1'
export const demoAccounts: DemoAccount[] = [
  { email: 'brand@kolpact.test', password, role: 'brand' },
  { email: 'creator@kolpact.test', password, role: 'kol' },
  { email: 'staff@kolpact.test', password, role: 'staff' },
]

export const demoInviteCode = 'WELCOME-KOLPACT'
