import { AsyncLocalStorage } from 'node:async_hooks'

/** The id of a request, and the header (W3C Trace Context) that carries it from the client to the database. */
export type Trace = { id: string; traceparent: string }

const HEADER = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/
const current = new AsyncLocalStorage<Trace>()

const hex = () => crypto.randomUUID().replaceAll('-', '')

/** The trace of a request's header. Requests of the scheduler or of a provider have none and get a new trace. */
export function traceOf(request: Request): Trace {
  const traceparent = request.headers.get('traceparent') ?? ''
  const id = HEADER.exec(traceparent)?.[1]
  if (id) return { id, traceparent }
  const own = hex()
  return { id: own, traceparent: `00-${own}-${hex().slice(0, 16)}-01` }
}

export const withTrace = <Result>(trace: Trace, run: () => Result): Result =>
  current.run(trace, run)

/** Headers for the requests to the database that the present request causes. */
export function traceHeaders(): Record<string, string> {
  const trace = current.getStore()
  return trace ? { traceparent: trace.traceparent } : {}
}
