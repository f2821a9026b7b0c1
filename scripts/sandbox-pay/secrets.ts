import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type SandboxSecrets = { secretKey: string; webhookSecret: string }

/** Loads the keys of the sandbox account. They are made at the first start and kept with its data. */
export function loadSandboxSecrets(stateDir: string): SandboxSecrets {
  const file = join(stateDir, 'sandbox-pay-secrets.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as SandboxSecrets
  const secrets = newSandboxSecrets()
  mkdirSync(stateDir, { recursive: true })
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}

export function newSandboxSecrets(): SandboxSecrets {
  const random = (size: number) => randomBytes(size).toString('base64url')
  return { secretKey: `sandbox_${random(24)}`, webhookSecret: random(32) }
}
