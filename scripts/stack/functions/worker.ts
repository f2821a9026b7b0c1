import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startChild, type Child } from '../children.ts'
import { freePort } from '../ports.ts'
import { watchFolder } from '../watch-folder.ts'

export type Worker = {
  fetch(request: Request): Promise<Response>
  stop(): Promise<void>
}

type Options = {
  name: string
  deno: string
  folder: string
  environment: Record<string, string>
  log: (line: string) => void
}

type Running = { child: Child; port: number }

const START_TIMEOUT_MS = 30_000

// A script that starts a function, which calls Deno.serve itself, or exports a handler as those of `supabase functions
// new` do. It is a data URL and not a file, so that Deno uses the configuration of the function's folder.
const BOOT = `data:application/javascript,${encodeURIComponent(`
  const { default: exported } = await import(Deno.args[0])
  if (typeof exported?.fetch === 'function')
    Deno.serve((request, info) => exported.fetch(request, info))
`)}`

/** Runs a function in a Deno process. It starts at a call, also after a crash or an edit of the function. */
export function startWorker(options: Options): Worker {
  const { name, folder, log } = options
  let running: Promise<Running> | undefined
  let serving: Child | undefined
  const edits = [folder, join(dirname(folder), '_shared')]
    .filter(existsSync)
    .map((watched) => watchFolder(watched, () => void restart()))

  async function restart() {
    const old = running
    serving = running = undefined
    await old?.then(({ child }) => child.stop()).catch(() => {})
  }

  async function start(): Promise<Running> {
    const self = await spawn(options)
    const { child } = self
    void child.ended.then((how) => {
      if (serving !== child) return
      serving = running = undefined
      log(`The function ${name} ${how}; it starts again with the next call.`)
    })
    await isListening(self)
    serving = child
    return self
  }

  return {
    async fetch(request) {
      running ??= start()
      let self: Running
      try {
        self = await running
      } catch (error) {
        running = undefined
        log(`The function ${name} did not start: ${String(error)}`)
        return failure(503, 'BOOT_ERROR', 'Function failed to start (please check logs)')
      }
      const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
      const body = hasBody ? await request.arrayBuffer() : null
      try {
        return await forward(request, body, self.port)
      } catch (error) {
        log(`The function ${name} broke off: ${String(error)}`)
        // If the process is ending, wait for its end, so that the next call starts a new process.
        await Promise.race([self.child.ended, new Promise((resolve) => setTimeout(resolve, 500))])
        return failure(502, 'WORKER_ERROR', 'Function exited due to an error (please check logs)')
      }
    },
    async stop() {
      for (const edit of edits) edit.close()
      await restart()
    },
  }
}

async function spawn({ name, deno, folder, environment, log }: Options): Promise<Running> {
  const port = await freePort()
  const child = startChild({
    command: deno,
    args: [
      'run',
      '--quiet',
      '--no-prompt',
      '--no-lock',
      '--allow-net',
      '--allow-env',
      '--allow-read',
      '--allow-sys',
      ...configuration(folder),
      BOOT,
      pathToFileURL(join(folder, 'index.ts')).href,
    ],
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...environment,
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
      DENO_NO_UPDATE_CHECK: '1',
      NO_COLOR: '1',
    },
    onLine: (line) => log(`${name}: ${line}`),
  })
  return { child, port }
}

async function forward(
  request: Request,
  body: ArrayBuffer | null,
  port: number,
): Promise<Response> {
  const url = new URL(request.url)
  const path = url.pathname.replace('/functions/v1', '')
  const response = await fetch(`http://127.0.0.1:${port}${path}${url.search}`, {
    method: request.method,
    headers: forwardable(request.headers),
    body,
    redirect: 'manual',
  })
  const { status, headers } = response
  return new Response(response.body, { status, headers: forwardable(headers) })
}

/** Options of Deno: it uses the project's installed packages, or downloads packages if there are none. */
function configuration(folder: string): string[] {
  const own = join(folder, 'deno.json')
  const isInstalled = ancestors(folder).some((above) => existsSync(join(above, 'node_modules')))
  return [
    `--node-modules-dir=${isInstalled ? 'manual' : 'none'}`,
    ...(existsSync(own) ? ['--config', own] : []),
  ]
}

function ancestors(folder: string): string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...ancestors(above)]
}

async function isListening({ child, port }: Running) {
  let how: string | undefined
  void child.ended.then((reason) => (how = reason))
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end;) {
    if (how !== undefined) throw new Error(how)
    if (await accepts(port)) return
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  await child.stop()
  throw new Error('it did not listen in time')
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

// Headers that are not forwarded: hop-by-hop headers, and those of the compressed body, which fetch has decompressed.
const ownHeaders = [
  'connection',
  'host',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
]

function forwardable(headers: Headers): Headers {
  const copy = new Headers(headers)
  for (const name of ownHeaders) copy.delete(name)
  return copy
}

function failure(status: number, code: string, message: string): Response {
  return Response.json(
    { code, message },
    { status, headers: { 'access-control-allow-origin': '*' } },
  )
}
