import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from 'local-supabase/children.ts'
import { projectRoot } from '../project.ts'

type Options = {
  mode: 'dev' | 'preview'
  port: number
  apiUrl: string
  publishableKey: string
  environment: Record<string, string>
  stateDir: string
  log: (line: string) => void
}

const START_TIMEOUT_MS = 60_000

/** Starts the web client: from its sources with hot reload, or as a production build. */
export async function startWebClient(
  options: Options,
): Promise<{ ended: Promise<string>; stop(): Promise<void> }> {
  const { mode, port, apiUrl, publishableKey, environment, stateDir, log } = options
  const env = {
    ...process.env,
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith('VITE_'))),
    // The key of the chat service is public; only its secret is kept from the browser.
    ...(environment.STREAM_API_KEY && { VITE_STREAM_API_KEY: environment.STREAM_API_KEY }),
    VITE_SUPABASE_URL: apiUrl,
    VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey,
    KOLPACT_WEB_PORT: String(port),
    KOLPACT_VITE_CACHE: join(stateDir, 'vite'),
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
  }
  const outDir = join(stateDir, 'web')
  if (mode === 'preview') await build(env, outDir, log)
  const args = mode === 'preview' ? ['preview', '--outDir', outDir] : ['--logLevel', 'warn']
  const lines: string[] = []
  const child = vite(
    [...args, '--host', '127.0.0.1', '--port', String(port), '--strictPort'],
    env,
    (line) => {
      lines.push(line)
      log(`web: ${line}`)
    },
  )
  const isUp = await Promise.race([isReady(`http://127.0.0.1:${port}/`), child.ended])
  if (isUp !== true) {
    await child.stop()
    throw new Error(
      `The web client ${isUp || 'was not ready in time'}:\n${lines.slice(-10).join('\n')}`,
    )
  }
  return child
}

async function build(env: NodeJS.ProcessEnv, outDir: string, log: (line: string) => void) {
  const lines: string[] = []
  const child = vite(
    ['build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'],
    env,
    (line) => {
      lines.push(line)
      log(`web: ${line}`)
    },
  )
  const how = await child.ended
  if (how === 'ended with code 0' && existsSync(join(outDir, 'index.html'))) return
  throw new Error(`The build of the web client ${how}:\n${lines.slice(-20).join('\n')}`)
}

function vite(args: string[], env: NodeJS.ProcessEnv, onLine: (line: string) => void) {
  const [verb, ...rest] = args[0]?.startsWith('--') ? ['dev', ...args] : args
  const script = join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js')
  return startChild({
    command: process.execPath,
    args: [script, verb ?? 'dev', join(projectRoot, 'web'), ...rest],
    cwd: projectRoot,
    env,
    onLine,
  })
}

async function isReady(url: string): Promise<boolean> {
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end;) {
    const response = await fetch(url, { method: 'HEAD' }).catch(() => null)
    if (response) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}
