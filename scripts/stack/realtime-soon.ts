import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Realtime } from './gateway.ts'
export async function startRealtime(options: unknown): Promise<Realtime & { stop(): Promise<void> }> {
  const file = join(import.meta.dirname, 'realtime', 'realtime.ts')
  if (existsSync(file)) return (await import(file)).startRealtime(options)
  return { handleUpgrade: (_request, socket) => socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n'), stop: async () => {} }
}
