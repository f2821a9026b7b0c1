import type { Postgres } from 'local-supabase/postgres.ts'
import { additions, dependsOnLater } from './additions.ts'
import { hashOf, readChapters, type Chapter } from './chapters.ts'
import { functionChange } from './function-change.ts'
import { changeLive, newSteps, recordedHash, withOrigin, type Step } from './live-change.ts'
import { lossesOf } from './losses.ts'
import { startPlanner } from './planner.ts'
import { platformPolicies } from './platform-policies.ts'
import {
  changedRows,
  missingRows,
  readReferenceRows,
  type ReferenceRows,
} from './reference-rows.ts'
import { createShadow } from './shadow.ts'
import type { Statement } from './statements.ts'
import { respellTriggers } from './trigger-spelling.ts'

type Options = {
  server: Pick<Postgres, 'url'>
  folder: string
  /** Whether to go on although this is lost. */
  confirm(losses: string[]): Promise<boolean>
}

export type Outcome = { kind: 'unchanged' | 'declined' } | { kind: 'applied'; steps: Step[] }

export type Sync = {
  /** Brings the running database to the chapters; throws, and changes nothing, when they fail. */
  run(): Promise<Outcome>
  /** A database without data, built from the chapters that were applied last. */
  built(): Promise<string>
  stop(): Promise<void>
}

/** Keeps a running database equal to the chapters of supabase/schemas. */
export function createSync({ server, folder, confirm }: Options): Sync {
  const live = server.url()
  const shadow = createShadow(server)
  const planner = startPlanner()
  /** The chapters that the running database has; undefined when only a comparison can tell. */
  let applied: Chapter[] | undefined
  let rows: ReferenceRows | undefined
  let builtUrl: string | undefined
  let lastEdited = 0
  let warming: Promise<void> | undefined

  async function run(): Promise<Outcome> {
    const chapters = readChapters(folder)
    const hash = hashOf(chapters)
    const recorded = await recordedHash(live)
    // `npm run db:apply` may have been there in between.
    if (applied && hashOf(applied) !== recorded) {
      applied = undefined
      await planner.read(live)
    }
    if (hash === recorded) {
      if (!applied) {
        warming = warm(chapters).catch(() => {})
        readLive()
      }
      applied = chapters
      return { kind: 'unchanged' }
    }
    const functions = applied && directSteps(applied, chapters, functionChange)
    const added = applied && directSteps(applied, chapters, additions)
    try {
      if (functions) return await changeDirectly(functions, chapters, hash)
      return await (added ? add(added, chapters, hash) : compare(chapters, hash))
    } finally {
      readLive()
    }
  }

  /** The rows of these chapters are what the next ones are compared with. */
  async function warm(chapters: Chapter[]) {
    builtUrl = await shadow.build(chapters, 0)
    rows = await readReferenceRows(builtUrl)
  }

  /** In the background, for the next comparison. */
  function readLive() {
    planner.read(live).catch(() => {})
  }

  async function changeDirectly(steps: Step[], chapters: Chapter[], hash: string) {
    await changeLive(live, steps, { qualified: false, hash })
    lastEdited = firstDifference(applied ?? [], chapters)
    applied = chapters
    builtUrl = undefined
    return { kind: steps.length > 0 ? 'applied' : 'unchanged', steps } as const
  }

  /** Where the order of the chapters may forbid it, they are built first: the build may fail. */
  async function add(steps: Step[], chapters: Chapter[], hash: string): Promise<Outcome> {
    if (dependsOnLater(steps, chapters)) {
      await warming
      builtUrl = undefined
      await shadow.build(chapters, firstDifference(applied ?? [], chapters))
    }
    return changeDirectly(steps, chapters, hash)
  }

  async function compare(chapters: Chapter[], hash: string): Promise<Outcome> {
    await warming
    if (!applied) await respellTriggers(live)
    builtUrl = undefined
    const url = await shadow.build(chapters, firstDifference(applied ?? [], chapters))
    const [actions, policies, present, desired] = await Promise.all([
      planner.plan(live, url),
      platformPolicies(live, url),
      readReferenceRows(live),
      readReferenceRows(url),
    ])
    const losses = await lossesOf(live, actions)
    if (losses.length > 0 && !(await confirm(losses))) return { kind: 'declined' }
    const generated = [
      ...actions.map(({ sql }) => sql),
      ...policies,
      ...missingRows(present, desired),
      ...changedRows(rows ?? new Map(), desired),
    ]
    const added = newSteps(applied ?? [], chapters)
    const steps = generated.map((sql) => withOrigin(sql, added))
    await changeLive(live, steps, { qualified: true, hash })
    ;[applied, rows, builtUrl] = [chapters, desired, url]
    return steps.length > 0 ? { kind: 'applied', steps } : { kind: 'unchanged' }
  }

  return {
    run,
    async built() {
      await warming
      const chapters = applied ?? readChapters(folder)
      return (builtUrl ??= await shadow.build(chapters, lastEdited))
    },
    async stop() {
      await Promise.all([planner.stop(), warming])
      await shadow.drop()
    },
  }
}

/** The statements that need no comparison; null when a chapter has other changes. */
function directSteps(
  before: Chapter[],
  after: Chapter[],
  change: (before: string, after: string) => Statement[] | null,
): Step[] | null {
  if (before.length !== after.length) return null
  const steps: Step[] = []
  for (const [at, { name, path, sql }] of after.entries()) {
    const old = before[at]
    if (old?.name !== name) return null
    const changed = old.sql === sql ? [] : change(old.sql, sql)
    if (!changed) return null
    steps.push(...changed.map((statement) => ({ ...statement, path })))
  }
  return steps
}

function firstDifference(before: Chapter[], after: Chapter[]): number {
  const at = after.findIndex(
    ({ name, sql }, place) => before[place]?.name !== name || before[place].sql !== sql,
  )
  return at < 0 ? after.length : at
}
