import { bearerOrNothing, serviceClient } from '../_shared/clients.ts'
import { setting } from '../_shared/environment.ts'
import { dataOf, Refusal } from '../_shared/errors.ts'
import { isSame } from '../_shared/is-same.ts'
import { endpoint } from '../_shared/serve.ts'
import { healthResponse, metricsResponse, type Check } from './health.ts'

// Reports the market's health to monitors, which send a key of their own. It only calls market_health.
Deno.serve(
  endpoint(
    'health',
    async (request, notes) => {
      const key = setting('HEALTH_KEY')
      if (key === undefined) throw new Refusal(503, 'health_not_configured')
      if (!isSame(key, bearerOrNothing(request))) throw new Refusal(403, 'not_allowed')
      const checks: Check[] = dataOf(await serviceClient().rpc('market_health'))
      notes.wrong = checks
        .filter(({ is_fine }) => !is_fine)
        .map(({ name }) => name)
        .join(' ')
      const isMetrics = new URL(request.url).pathname.endsWith('/metrics')
      return isMetrics ? metricsResponse(checks) : healthResponse(checks, setting('RELEASE'))
    },
    { method: 'GET' },
  ),
)
