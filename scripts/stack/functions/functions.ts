import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Tokens } from '../tokens.ts'
import { startWorker, type Worker } from './worker.ts'

export type Functions = {
  /** Handles a request under `/functions/v1/<name>`. */
  fetch(path: string, request: Request): Promise<Response>
  stop(): Promise<void>
}

type Options = {
  config: Config['functions']
  tokens: Tokens
  environment: Record<string, string>
  /** Folder with one subfolder for each function. */
  folder: string
  log: (line: string) => void
}

/** Serves edge functions: one Deno process for each, started at the first call, after the check of `verify_jwt`. */
export async function startFunctions(options: Options): Promise<Functions> {
  const { config, tokens, folder, log } = options
  const workers = new Map<string, Worker>()
  const deno = createRequire(import.meta.url).resolve('deno/deno')
  const environment = {
    ...options.environment,
    SUPABASE_ANON_KEY: tokens.publishableKey,
    SUPABASE_SERVICE_ROLE_KEY: tokens.secretKey,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: tokens.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: tokens.secretKey }),
  }

  function workerOf(name: string): Worker {
    const worker =
      workers.get(name) ?? startWorker({ name, deno, folder: join(folder, name), environment, log })
    workers.set(name, worker)
    return worker
  }

  return {
    async fetch(path, request) {
      const [name = ''] = path.split(/[/?]/)
      if (!/^[\w-]+$/.test(name) || !existsSync(join(folder, name, 'index.ts'))) {
        return refuse(404, 'Requested function was not found')
      }
      // A CORS preflight has no token; the function answers it itself.
      if (request.method !== 'OPTIONS' && (config[name]?.verify_jwt ?? true)) {
        const token = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
        if (!token) return refuse(401, 'Missing authorization header')
        if (!(await tokens.verifyToken(token))) return refuse(401, 'Invalid JWT')
      }
      return workerOf(name).fetch(request)
    },
    async stop() {
      await Promise.all([...workers.values()].map((worker) => worker.stop()))
    },
  }
}

function refuse(code: number, message: string): Response {
  return Response.json(
    { code, message },
    { status: code, headers: { 'access-control-allow-origin': '*' } },
  )
}
