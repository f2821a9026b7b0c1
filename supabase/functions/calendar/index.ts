import { serviceClient } from '../_shared/clients.ts'
import { siteUrl } from '../_shared/environment.ts'
import { dataOf, Refusal } from '../_shared/errors.ts'
import { endpoint } from '../_shared/serve.ts'
import { calendarText, isSecret, type Calendar } from './calendar.ts'

// Serves a member's deadlines to calendar programs. They have no session; the secret in the URL identifies the member.
Deno.serve(
  endpoint(
    'calendar',
    async (request) => {
      const secret = new URL(request.url).searchParams.get('secret') ?? ''
      const calendar =
        isSecret(secret) && dataOf(await serviceClient().rpc('read_calendar', { secret }))
      if (!calendar) throw new Refusal(404, 'calendar_unknown')
      return new Response(calendarText(calendar as Calendar, siteUrl()), {
        headers: {
          'content-type': 'text/calendar; charset=utf-8',
          'cache-control': 'private, max-age=300',
        },
      })
    },
    { method: 'GET' },
  ),
)
