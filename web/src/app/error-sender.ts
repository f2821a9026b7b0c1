import {
  BrowserClient,
  dedupeIntegration,
  defaultStackParser,
  linkedErrorsIntegration,
  makeFetchTransport,
  Scope,
  type ErrorEvent,
} from '@sentry/browser'
import { ROUTES, routeAt } from '@/domain/routes.ts'
import { readError } from '@/lib/api/errors.ts'

/** Limit of errors that one page sends: further ones are usually repetitions. */
const AT_MOST = 20
const LONGEST = 300

/**
 * Keeps names and positions in the code. Removes what may be personal: e-mail addresses, quoted texts that are
 * not names of the code, query strings, and words as long as a token or an id.
 */
export function withoutPersons(text: string): string {
  return text
    .replaceAll(/\S+@\S+/g, '[mail]')
    .replaceAll(/"[^"]*("|$)|`[^`]*(`|$)|“[^”]*(”|$)/g, '[text]')
    .replaceAll(/'(?![\w.$-]+')[^']*'/g, '[text]')
    .replaceAll(/[?#]\S*/g, '')
    .replaceAll(/[\w-]{20,}/g, '[id]')
    .slice(0, LONGEST)
}

/** Copies only the listed parts of an event: no address, no history of clicks, no values. */
function listed(event: ErrorEvent): ErrorEvent {
  const { event_id, timestamp, platform, level, release, tags } = event
  const values = event.exception?.values?.map(({ type, value, stacktrace }) => ({
    type,
    value: withoutPersons(value ?? ''),
    stacktrace: {
      frames: stacktrace?.frames?.map(({ filename, function: name, lineno, colno }) => ({
        filename: filename?.replace(/[?#].*$/, ''),
        function: name,
        lineno,
        colno,
      })),
    },
  }))
  const base = { event_id, timestamp, platform, level, release, tags }
  return { ...base, type: undefined, exception: { values } }
}

/** Creates a client that sends errors to an address by Sentry's protocol. */
export function senderTo(dsn: string, release: string) {
  const client = new BrowserClient({
    dsn,
    release,
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    integrations: [dedupeIntegration(), linkedErrorsIntegration()],
    sendClientReports: false,
    beforeSend: listed,
  })
  const scope = new Scope()
  scope.setClient(client)
  client.init()
  let sent = 0
  return {
    send(error: unknown): void {
      if (isExpected(error) || ++sent > AT_MOST) return
      const name = routeAt(location.pathname)
      scope.setTag('route', name ? ROUTES[name].path : 'none')
      scope.captureException(error)
    },
    /** Resolves when all errors have been sent. */
    sent: () => client.flush(),
  }
}

/** True for refusals, lost connections, cancelled requests, and code that a new release has replaced. */
const isExpected = (error: unknown): boolean =>
  readError(error).key !== null ||
  (error instanceof Error &&
    (error.name === 'AbortError' ||
      /dynamically imported|module script|preload CSS/.test(error.message)))

let sender: ReturnType<typeof senderTo> | undefined

export function sendError(error: unknown): void {
  const { VITE_SENTRY_DSN: dsn, VITE_RELEASE: release } = import.meta.env
  sender ??= senderTo(String(dsn), String(release))
  sender.send(error)
}
