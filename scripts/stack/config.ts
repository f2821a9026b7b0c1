import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { z } from 'zod'

const template = z.object({ subject: z.string(), content_path: z.string().optional() })
const hook = z.object({ enabled: z.boolean(), uri: z.string() })

// The settings that the local stack uses; the Supabase CLI checks all others.
const schema = z.object({
  project_id: z.string(),
  api: z.object({ port: z.number(), schemas: z.array(z.string()), max_rows: z.number() }),
  db: z.object({
    port: z.number(),
    seed: z.object({ enabled: z.boolean(), sql_paths: z.array(z.string()) }),
  }),
  local_smtp: z.object({ port: z.number() }),
  storage: z.object({ file_size_limit: z.string() }),
  auth: z.object({
    site_url: z.url(),
    additional_redirect_urls: z.array(z.string()),
    jwt_expiry: z.number(),
    enable_signup: z.boolean(),
    enable_refresh_token_rotation: z.boolean(),
    refresh_token_reuse_interval: z.number(),
    minimum_password_length: z.number(),
    password_requirements: z.string(),
    rate_limit: z.object({
      email_sent: z.number(),
      token_refresh: z.number(),
      sign_in_sign_ups: z.number(),
      token_verifications: z.number(),
    }),
    email: z.object({
      enable_confirmations: z.boolean(),
      double_confirm_changes: z.boolean(),
      secure_password_change: z.boolean(),
      require_current_password: z.boolean().default(false),
      max_frequency: z.string(),
      otp_length: z.number(),
      otp_expiry: z.number(),
      template: z.record(z.string(), template).default({}),
      notification: z.record(z.string(), template.extend({ enabled: z.boolean() })).default({}),
    }),
    mfa: z.object({
      max_enrolled_factors: z.number().default(10),
      totp: z.object({ enroll_enabled: z.boolean(), verify_enabled: z.boolean() }),
    }),
    hook: z
      .object({
        before_user_created: hook.optional(),
        password_verification_attempt: hook.optional(),
        mfa_verification_attempt: hook.optional(),
      })
      .default({}),
  }),
  functions: z.record(z.string(), z.object({ verify_jwt: z.boolean().default(true) })).default({}),
})

export type Config = z.infer<typeof schema>

/** Reads `supabase/config.toml` of a project. */
export function readConfig(projectDir: string): Config {
  const file = join(projectDir, 'supabase', 'config.toml')
  if (!existsSync(file)) {
    throw new Error(`There is no ${file}; \`supabase init\` in ${projectDir} writes one.`)
  }
  const result = schema.safeParse(parse(readFileSync(file, 'utf8')))
  if (!result.success) throw new Error(`supabase/config.toml: ${z.prettifyError(result.error)}`)
  return result.data
}

/** Converts a duration such as `5s`, `2m` or `1h` to milliseconds. */
export function milliseconds(duration: string): number {
  const [, amount, unit = 's'] = /^(\d+)(ms|s|m|h)$/.exec(duration) ?? []
  if (!amount) throw new Error(`supabase/config.toml: "${duration}" is no duration`)
  return (
    Number(amount) * { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[unit as 'ms' | 's' | 'm' | 'h']
  )
}

/** Converts a size such as `25MiB` or `5MB` to bytes; like the CLI, both as powers of 1024. */
export function bytes(size: string): number {
  const [, amount, unit = ''] = /^(\d+)\s*([KMG]?)i?B$/i.exec(size) ?? []
  if (!amount) throw new Error(`supabase/config.toml: "${size}" is no size`)
  return Number(amount) * 1024 ** ['', 'K', 'M', 'G'].indexOf(unit.toUpperCase())
}
