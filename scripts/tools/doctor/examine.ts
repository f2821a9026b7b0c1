import { CannotTell, Off, type Check, type Deployment, type Finding } from './check.ts'
import { catalogue } from './checks/catalogue.ts'
import { chain } from './checks/chain.ts'
import { migrations, staff } from './checks/database.ts'
import { demo } from './checks/demo.ts'
import { functions } from './checks/functions.ts'
import { headers } from './checks/headers.ts'
import { health } from './checks/health.ts'
import { keys } from './checks/keys.ts'
import { mail } from './checks/mail.ts'
import { signUp } from './checks/sign-up.ts'
import { site } from './checks/site.ts'
import { webhook } from './checks/webhook.ts'

export type Result = { name: string; findings: Finding[]; leftOut?: string; off?: string }

const database: Check[] = [migrations, catalogue, staff]
const outside: Check[] = [demo, signUp, site, functions, webhook]
const ALL = [keys, ...database, ...outside, mail, health, headers, chain]

/** Runs all checks one after another, because some check the effects of those before them. */
export async function examine(deployment: Deployment, only?: string[]): Promise<Result[]> {
  const results: Result[] = []
  for (const check of ALL) {
    if (!only || only.includes(check.name)) results.push(await resultOf(check, deployment))
  }
  return results
}

async function resultOf(check: Check, deployment: Deployment): Promise<Result> {
  const { name } = check
  try {
    return { name, findings: await check.run(deployment) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof Off) return { name, findings: [], off: reason }
    if (error instanceof CannotTell) return { name, findings: [], leftOut: reason }
    const advice = 'The check itself failed: are address, keys and DATABASE_URL right?'
    return { name, findings: [{ problem: reason, advice }] }
  }
}
