import { captchaOf } from './api/captcha.ts'
import { storageSite } from './storage-site.ts'

/** The configuration of the build; see .env.example. */
export const env = {
  supabaseUrl: String(import.meta.env.VITE_SUPABASE_URL ?? 'http://127.0.0.1:54321'),
  supabaseKey: String(import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY ?? 'missing-publishable-key'),
  /** The address that serves reads from replicas; null if the address above serves everything. */
  readUrl: import.meta.env.VITE_SUPABASE_READ_URL
    ? String(import.meta.env.VITE_SUPABASE_READ_URL)
    : null,
  streamKey: import.meta.env.VITE_STREAM_API_KEY
    ? String(import.meta.env.VITE_STREAM_API_KEY)
    : null,
  analyticsUrl: import.meta.env.VITE_ANALYTICS_URL
    ? String(import.meta.env.VITE_ANALYTICS_URL)
    : null,
  captcha: captchaOf(
    import.meta.env.VITE_CAPTCHA_PROVIDER as string | undefined,
    import.meta.env.VITE_CAPTCHA_SITE_KEY as string | undefined,
  ),
}

/** The address of files in Storage, followed by `<bucket>/<path>`, or `public/<bucket>/<path>` for a public file. */
export const FILES_URL = `${env.supabaseUrl}/storage/v1/object`

/** The address for uploads of large files in parts. */
export const PARTS_URL = `${storageSite(env.supabaseUrl)}/storage/v1/upload/resumable`
