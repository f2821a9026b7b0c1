import type { Postgres } from 'local-supabase/postgres.ts'
import { hashOf, readChapters, type Chapter } from './chapters.ts'
import {
  againAfterDeadlock,
  changeLive,
  newSteps,
  recordedHash,
  withOrigin,
  type Step,
} from './live-change.ts'
import { lossesOf } from './losses.ts'
import { startPlanner, type Planner } from './planner.ts'
import { platformPolicies } from './platform-policies.ts'
import {
  changedRows,
  missingRows,
  readReferenceRows,
  type ReferenceRows,
} from './reference-rows.ts'
import { createShadow, type Shadow } from './shadow.ts'
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
export function createSync(options: Options): Sync {
  return new SchemaSync(options)
}

/** The chapters are built in a database of their own; what makes the running one equal is applied. */
class SchemaSync implements Sync {
  readonly #folder: string
  readonly #confirm: Options['confirm']
  readonly #live: string
  readonly #shadow: Shadow
  readonly #planner = startPlanner()
  /** The chapters that the running database has; undefined when that is not known without a comparison. */
  #applied: Chapter[] | undefined
  #rows: ReferenceRows | undefined
  #builtUrl: string | undefined
  #warming: Promise<void> | undefined

  constructor({ server, folder, confirm }: Options) {
    this.#folder = folder
    this.#confirm = confirm
    this.#live = server.url()
    this.#shadow = createShadow(server)
  }

  async run(): Promise<Outcome> {
    const chapters = readChapters(this.#folder)
    const hash = hashOf(chapters)
    const recorded = await recordedHash(this.#live)
    // `npm run db:apply` may have been there in between.
    if (this.#applied && hashOf(this.#applied) !== recorded) {
      this.#applied = undefined
      await this.#planner.read(this.#live)
    }
    if (hash === recorded) {
      if (!this.#applied) {
        this.#warming = this.#warm(chapters).catch(() => {})
        this.#readLive()
      }
      this.#applied = chapters
      return { kind: 'unchanged' }
    }
    try {
      return await this.#compare(chapters, hash)
    } finally {
      this.#readLive()
    }
  }

  async built() {
    await this.#warming
    return (this.#builtUrl ??= await this.#shadow.build(readChapters(this.#folder), 0))
  }

  async stop() {
    await Promise.all([this.#planner.stop(), this.#warming])
    await this.#shadow.drop()
  }

  /** The rows of these chapters are what the next ones are compared with. */
  async #warm(chapters: Chapter[]) {
    this.#builtUrl = await this.#shadow.build(chapters, 0)
    this.#rows = await readReferenceRows(this.#builtUrl)
  }

  /** Reads the running database in the background, for the next comparison. */
  #readLive() {
    this.#planner.read(this.#live).catch(() => {})
  }

  async #compare(chapters: Chapter[], hash: string): Promise<Outcome> {
    await this.#warming
    if (!this.#applied) await againAfterDeadlock(() => respellTriggers(this.#live))
    this.#builtUrl = undefined
    const url = await this.#shadow.build(chapters, firstDifference(this.#applied ?? [], chapters))
    const plan = await planChange(this.#planner, this.#live, url, this.#rows)
    if (plan.losses.length > 0 && !(await this.#confirm(plan.losses))) return { kind: 'declined' }
    const added = newSteps(this.#applied ?? [], chapters)
    const steps = plan.statements.map((sql) => withOrigin(sql, added))
    await againAfterDeadlock(() => changeLive(this.#live, steps, hash))
    this.#applied = chapters
    this.#rows = plan.desired
    this.#builtUrl = url
    return steps.length > 0 ? { kind: 'applied', steps } : { kind: 'unchanged' }
  }
}

/** The statements that bring one database to another, and what they would lose. */
async function planChange(
  planner: Planner,
  from: string,
  to: string,
  before: ReferenceRows = new Map(),
) {
  const [actions, policies, present, desired] = await Promise.all([
    planner.plan(from, to),
    platformPolicies(from, to),
    readReferenceRows(from),
    readReferenceRows(to),
  ])
  const statements = [
    ...actions.map(({ sql }) => sql),
    ...policies,
    ...missingRows(present, desired),
    ...changedRows(before, desired),
  ]
  return { statements, desired, losses: await lossesOf(from, actions) }
}

function firstDifference(before: Chapter[], after: Chapter[]): number {
  const at = after.findIndex(
    ({ name, sql }, place) => before[place]?.name !== name || before[place].sql !== sql,
  )
  return at < 0 ? after.length : at
}
