import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ask, post, shown, tokenOf, type Reply } from '../ask.ts'
import { check, type Finding } from '../check.ts'
import { projectRoot } from '../../../project.ts'

export const functionNames = () =>
  globSync('*/index.ts', { cwd: join(projectRoot, 'supabase', 'functions') })
    .map((file) => dirname(file))
    .toSorted()

/** The fault of a function that does not refuse an unauthorized call with one of our error tokens. */
export function faultOf(name: string, reply: Reply): Finding | undefined {
  if (reply.status < 500 && tokenOf(reply)) return undefined
  if (reply.status === 0) {
    return { problem: `${name}: ${shown(reply)}`, advice: 'Is the address of the project right?' }
  }
  if (reply.status === 404) {
    return {
      problem: `${name} is not deployed`,
      advice: `npx supabase functions deploy ${name} --use-api`,
    }
  }
  if (reply.status >= 500) {
    const advice = `Read its log: npx supabase logs --remote --service functions --search ${name}`
    return { problem: `${name} fails: ${shown(reply)}`, advice }
  }
  return {
    problem: `${name} is answered by the platform: ${shown(reply)}`,
    advice: `Deploy it with supabase/config.toml, where verify_jwt is off: sessions are signed with keys that the platform's own check does not know. npx supabase functions deploy ${name} --use-api`,
  }
}

/**
 * Calls a function as its usual callers do, but without a right: `calendar` by GET with an invalid secret
 * of the right form, the others by POST.
 */
const call = (name: string, url: string) =>
  name === 'calendar' ? ask(`${url}?secret=${'0'.repeat(48)}`) : post(url, undefined)

export const functions = check('edge functions', [], async ({ apiUrl }) => {
  const faults = functionNames().map(async (name) =>
    faultOf(name, await call(name, `${apiUrl}/functions/v1/${name}`)),
  )
  return (await Promise.all(faults)).filter((fault) => fault !== undefined)
})
