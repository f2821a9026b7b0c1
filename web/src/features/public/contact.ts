/** The contact address; each deployment sets its own. */
export const CONTACT_EMAIL = String(import.meta.env.VITE_CONTACT_EMAIL ?? 'hello@kolpact.example')
export const SOCIAL_X_URL = String(import.meta.env.VITE_SOCIAL_X_URL ?? 'https://x.com/kolpact')
export const SOCIAL_LINKEDIN_URL = String(
  import.meta.env.VITE_SOCIAL_LINKEDIN_URL ?? 'https://www.linkedin.com/company/kolpact',
)
