import { relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { watchFolder } from 'local-supabase/watch-folder.ts'
import { hashOf, readChapters } from './chapters.ts'
import type { Step } from './live-change.ts'
import type { Outcome, Sync } from './sync.ts'

type Options = {
  folder: string
  sync: Sync
  /** Writes the generated files of the client; returns those that changed. */
  writeClientFiles(url: string): Promise<string[]>
  log(line: string): void
}

/** The pause after an error, before checking for further changes: `git checkout` writes files one after another. */
const CHECKOUT_MS = 100
const SLOW_MS = 1000
const SHOWN_STEPS = 5

/** Applies each saved chapter to the running database, one save after the other. */
export function watchSchemas({ folder, sync, writeClientFiles, log }: Options) {
  let running: Promise<void> | undefined
  let isDue = false
  let isStopped = false
  const reporter = createReporter(folder, log)
  const writer = createWriter(
    { sync, writeClientFiles, log },
    () => running !== undefined || isStopped,
  )
  const watcher = watchFolder(folder, start)

  function start() {
    isDue = true
    running ??= runAll().finally(() => (running = undefined))
  }

  async function runAll() {
    while (isDue) {
      isDue = false
      const begun = Date.now()
      const content = contentOf(folder)
      const announcement = announceSlow(log)
      try {
        const outcome = await sync.run()
        reporter.succeeded(outcome, begun, announcement.isMade())
        if (outcome.kind === 'applied') writer.write()
      } catch (error) {
        announcement.stop()
        await pause(CHECKOUT_MS)
        if (isStopped) return
        if (contentOf(folder) !== content) {
          isDue = true
          continue
        }
        reporter.failed(error)
      } finally {
        announcement.stop()
      }
    }
  }

  start()
  return {
    /** Resolves when all saved changes are applied and the client's files are written. */
    async idle() {
      await running
      await writer.idle()
    },
    /** Stops without waiting for a running change, which is one transaction. */
    stop() {
      isStopped = true
      watcher.close()
      sync.stop().catch(() => {})
    },
  }
}

/** Writes the client's files after a change was applied, because this takes longer; the next save repeats a failed one. */
function createWriter(
  { sync, writeClientFiles, log }: Omit<Options, 'folder'>,
  isOutdated: () => boolean,
) {
  let writing: Promise<void> = Promise.resolve()
  async function writeFiles() {
    try {
      const files = await writeClientFiles(await sync.built())
      if (files.length > 0) log(`  wrote ${files.join(', ')}`)
    } catch (error) {
      if (!isOutdated()) log(`  types were not written: ${String(error)}`)
    }
  }
  return { write: () => void (writing = writing.then(writeFiles)), idle: () => writing }
}

function announceSlow(log: Options['log']) {
  let isMade = false
  const timer = setTimeout(() => {
    isMade = true
    log('\ncomparing …')
  }, SLOW_MS)
  return { isMade: () => isMade, stop: () => clearTimeout(timer) }
}

function createReporter(folder: string, log: (line: string) => void) {
  let hasFailed = false
  return {
    succeeded(outcome: Outcome, begun: number, isAnnounced: boolean) {
      if (outcome.kind === 'declined') log('Not applied: the running database was left as it was.')
      if (outcome.kind === 'unchanged' && hasFailed) log('\nUp to date again.')
      else if (outcome.kind === 'unchanged' && isAnnounced) log('Nothing differs.')
      if (outcome.kind === 'applied')
        log(summary(folder, outcome.steps, (Date.now() - begun) / 1000))
      hasFailed = false
    },
    failed(error: unknown) {
      hasFailed = true
      log(`\n${error instanceof Error ? error.message : String(error)}`)
      log('The running database was left as it was.')
    },
  }
}

function contentOf(folder: string): string {
  try {
    return hashOf(readChapters(folder))
  } catch {
    return '' // a file was deleted meanwhile
  }
}

export function summary(folder: string, steps: Step[], seconds: number): string {
  const files = new Set(steps.flatMap(({ path }) => (path ? [relative(folder, path)] : [])))
  const heading = [...files].join(', ') || 'supabase/schemas'
  const lines = steps.slice(0, SHOWN_STEPS).map(({ sql }) => `  ${firstLine(sql)}`)
  if (steps.length > SHOWN_STEPS) lines.push(`  and ${steps.length - SHOWN_STEPS} more`)
  return [`\n${heading}: applied in ${seconds.toFixed(1)} s`, ...lines].join('\n')
}

function firstLine(sql: string): string {
  const [line = ''] = sql.trim().split('\n')
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}
