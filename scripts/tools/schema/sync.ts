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
  /** Asks whether to continue although this data will be lost. */
  confirm(losses: string[]): Promise<boolean>
}

export type Outcome = { kind: 'unchanged' | 'declined' } | { kind: 'applied'; steps: Step[] }

export type Sync = {
  /** Changes the running database to that of the chapters; if the chapters are invalid, throws and changes nothing. */
  run(): Promise<Outcome>
  /** The address of a database without data, built from the chapters that were applied last. */
  built(): Promise<string>
  stop(): Promise<void>
}

/** Keeps a running database equal to the chapters of supabase/schemas. */
export function createSync(options: Options): Sync {
  return new SchemaSync(options)
}

/** Builds the chapters in a separate database, and applies the changes that make the running one equal. */
class SchemaSync implements Sync {
  readonly #folder: string
  readonly #confirm: Options['confirm']
  readonly #live: string
  readonly #shadow: Shadow
  readonly #planner = startPlanner()
  /** The chapters from which the running database was built; undefined if only a comparison can tell. */
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
    // `npm run db:apply` may have changed the database in the meantime.
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

  /** Builds these chapters and reads their reference rows, with which the next chapters are compared. */
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

/** The statements that change one database to another, and the data that they would lose. */
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
