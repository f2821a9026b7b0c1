import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type Child = {
  readonly pid: number
  /** Resolves when the process has ended, with a sentence about the reason. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

type Options = {
  command: string
  args: string[]
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** The user to run as; only root may choose one. */
  user?: { uid: number; gid: number } | undefined
  stopSignal?: NodeJS.Signals
  /** The time from the stop signal to SIGKILL. */
  patienceMs?: number
  onLine?: (line: string) => void
}

/**
 * Starts a child process that never outlives this one. The child has its own process group, so that Ctrl-C in the
 * terminal does not reach it and children are stopped in order. A guard ends it if this process is killed.
 */
export function startChild(options: Options): Child {
  const { stopSignal = 'SIGTERM', patienceMs = 8000, onLine = () => {} } = options
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options.user,
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`))
    child.once('exit', (code, signal) =>
      resolve(signal ? `was ended by ${signal}` : `ended with code ${code}`),
    )
  })
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', onLine)
  const pid = child.pid
  if (pid === undefined) return { pid: -1, ended, stop: async () => {} }
  tellGuard(`add ${pid} ${stopSignal}`)
  void ended.then(() => tellGuard(`drop ${pid}`))
  return {
    pid,
    ended,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(stopSignal)
      const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
      await ended
      clearTimeout(timer)
    },
  }
}

let guardian: ChildProcess | undefined

function tellGuard(line: string) {
  guardian ??= startGuard()
  guardian.stdin?.write(`${line}\n`)
}

function startGuard(): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'guard.ts')], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  // The pipe to the guard must not keep this process running, and an error in it must not crash this process.
  const input = child.stdin as (typeof child.stdin & { unref?: () => void }) | null
  input?.unref?.()
  input?.on('error', () => {})
  return child
}
