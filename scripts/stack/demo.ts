// What supabase/seed.sql creates for a person to start with; worth nothing outside a local stack.
const password = 'kolpact-demo-1'

export const demoAccounts = [
  { email: 'brand@kolpact.test', password, role: 'brand' },
  { email: 'creator@kolpact.test', password, role: 'kol' },
  { email: 'staff@kolpact.test', password, role: 'staff' },
]

export const demoInviteCode = 'WELCOME-KOLPACT'
