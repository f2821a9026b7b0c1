import { answer } from './errors.ts'

/** Parameters of a request that are no filter; those of an embedded table have its name in front. */
const NO_FILTER = /^(.+\.)?(select|columns|on_conflict|order|limit|offset)$/
const VERB: Record<string, string> = { PATCH: 'UPDATE', DELETE: 'DELETE' }

/**
 * On Supabase an extension (safeupdate) refuses `update` and `delete` without `where` in each session
 * of the API. Postgres from npm lacks it: requests are refused here; statements inside of functions
 * are not, the project has to find those by a check of its own.
 */
export function refuseUnfiltered(request: Request): Response | null {
  const verb = VERB[request.method]
  if (!verb) return null
  const names = [...new URL(request.url).searchParams.keys()]
  if (names.some((name) => !NO_FILTER.test(name))) return null
  return answer(400, { code: '21000', message: `${verb} requires a WHERE clause` })
}
