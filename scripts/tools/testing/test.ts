// Runs all tests, or the named suites, or only their files whose path contains a word:
// npm test, npm run test:api, npm run test:api -- orders
// Ends with one line: `N passed, N failed`.
import { existsSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import { ensureLightBrowser } from './browser.ts'
import { checks } from './checks.ts'
import { PLANS_ONCE } from './database-copy.ts'
import { findPgbouncer } from './pooler.ts'
import { stackEnvironment } from './stack-environment.ts'
import { countedByLine, playwright, vitest, type Result } from './suites.ts'

/**
 * A test suite. As many suites run in parallel as there are cores. A suite with `alone` runs after the others. A suite
 * with `waits` mostly waits, so it runs in addition to them.
 */
type Suite = { name: string; run: () => Promise<Result>; alone?: true; waits?: true }

const node = process.execPath
const entry = 'scripts/test.ts'
const CORES = availableParallelism()
const HEAVY = { KOLPACT_HEAVY: '1' }
const DETAILS = { KOLPACT_DETAILS: '1' }
const BROWSER = 'web/e2e/playwright.config.ts'
const MATRICES = ['pages', 'forms', 'languages', 'lists', 'visual-regressions'].map(
  (name) => `e2e/${name}.spec`,
)
// Temporary files are in memory, because tests create many databases: on a disk their files take a tenth of the time.
const MEMORY = '/dev/shm'
if (!process.env['TMPDIR'] && existsSync(MEMORY)) {
  const { bavail, bsize } = statfsSync(MEMORY)
  if (bavail * bsize > 4e9) process.env['TMPDIR'] = MEMORY
}
const words = process.argv.slice(2)
let installing: ReturnType<typeof ensureLightBrowser> | undefined
const installedBrowser = () => (installing ??= ensureLightBrowser())

/** The suites, longest first, so that all cores are used until the end. */
const suites: Record<string, () => Suite[]> = {
  stack: () => [{ name: 'local stack', run: () => vitest('stack', CORES, {}, filters) }],
  api: () => [{ name: 'API', run: apiTests, waits: true }],
  rules: () => [{ name: 'races and properties', run: () => vitest('rules', CORES, {}, filters) }],
  db: () => [{ name: 'pgTAP', run: () => countedByLine(node, ['scripts/db-test.ts', ...filters]) }],
  lint: () => checks,
  unit: () => [{ name: 'unit', run: () => vitest('unit*', CORES, {}, filters) }],
  functions: () => [{ name: 'edge functions', run: denoTests }],
  e2e: () => {
    // A missing browser is installed while the other suites run.
    void installedBrowser().catch(() => {})
    return [{ name: 'browser', run: () => browserTests(), alone: true }]
  },
}
/** Suites that are too slow for every run, or need a program that not every machine has. */
const slow: Record<string, () => Suite[]> = {
  // Slow tests of details, which the workflow runs at each push.
  details: () => [
    {
      name: 'details of the local stack and its tools',
      run: () => vitest('stack', CORES, DETAILS, ['detail']),
    },
    {
      name: 'details of the API',
      run: () =>
        onStack({ webMode: 'none' }, (env) => vitest('api', 1, { ...env, ...DETAILS }, ['detail'])),
      alone: true,
    },
    {
      name: 'details in a browser',
      run: () => browserTests(BROWSER, filters, DETAILS),
      alone: true,
    },
  ],
  heavy: () => [
    { name: 'thousands of interleavings', run: () => vitest('rules', 1, HEAVY) },
    { name: 'restore drill', run: () => vitest('drill', 1) },
    {
      name: 'a sample of mutants',
      run: () => countedByLine(node, ['scripts/mutants.ts', '--sample', '60', '--least', '95']),
    },
    {
      name: 'every page in each state and language, and every form, at both widths in both themes',
      run: () => browserTests(BROWSER, MATRICES, HEAVY),
      alone: true,
    },
    {
      name: 'main jobs by the accessibility tree, random clicks',
      run: () => browserTests('web/e2e/heavy/playwright.config.ts'),
      alone: true,
    },
  ],
  // The tests through PgBouncer, including the races.
  pooler: () => {
    try {
      findPgbouncer()
    } catch (error) {
      console.error((error as Error).message)
      process.exit(1)
    }
    return [
      {
        name: 'races behind a pooler',
        run: () => vitest('rules', CORES, { KOLPACT_POOLER: '1' }, ['races', ...filters]),
      },
      { name: 'API behind a pooler', run: pooledApi, alone: true },
    ]
  },
  // 500 members at the default limit of Realtime.
  crowd: () => [{ name: 'a crowd', run: crowd, alone: true }],
  attacks: () => [
    {
      name: 'attacks in a browser',
      run: () => browserTests('web/e2e/attacks/playwright.config.ts'),
      alone: true,
    },
    {
      name: 'attacks',
      run: () => onStack({}, (env) => vitest('attacks', 1, env, filters)),
      alone: true,
    },
  ],
}

const all = { ...suites, ...slow }
const names = words.filter((word) => word in all)
const filters = words.filter((word) => !(word in all))
const started = performance.now()
const results = await runAll(chosenSuites())

const total = (key: 'passed' | 'failed') => results.reduce((sum, result) => sum + result[key], 0)
console.log(`in ${seconds(started)} s`)
console.log(`${total('passed')} passed, ${total('failed')} failed`)
process.exit(total('failed') === 0 && total('passed') > 0 ? 0 : 1)

function chosenSuites(): Suite[] {
  if (words.length > 0 && names.length === 0)
    throw new Error(`No suite "${words[0]}". There are: ${Object.keys(all).join(', ')}.`)
  const wanted = names.length > 0 ? names : Object.keys(suites)
  return wanted.flatMap((name) => all[name]?.() ?? [])
}

async function runAll(list: Suite[]): Promise<Result[]> {
  const all: Result[] = []
  const run = async (some: Iterable<Suite>) => {
    for (const suite of some) all.push(await runOne(suite))
  }
  const waiting = list.filter(({ waits }) => waits).map((suite) => run([suite]))
  const beside = list.filter(({ alone, waits }) => !alone && !waits).values()
  await Promise.all(Array.from({ length: CORES }, () => run(beside)))
  await run(list.filter(({ alone }) => alone))
  await Promise.all(waiting)
  return all
}

async function runOne({ name, run }: Suite): Promise<Result> {
  const begun = performance.now()
  process.stdout.write(`… ${name}\n`)
  const result = await run().catch((error: unknown) => ({
    passed: 0,
    failed: 1,
    output: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }))
  if (result.failed > 0) console.log(result.output)
  const mark = result.failed > 0 ? '✗' : '✓'
  console.log(
    `${mark} ${name}: ${result.passed} passed, ${result.failed} failed (${seconds(begun)} s)`,
  )
  return result
}

function pooledApi(): Promise<Result> {
  return onStack({ isPooled: true }, (env) =>
    vitest('api', 1, { ...env, KOLPACT_POOLER: '1' }, filters),
  )
}

/** Runs the suite `crowd` with Realtime's default limit on hosted projects. */
function crowd(): Promise<Result> {
  return onStack({ realtimeEventsPerSecond: 100 }, (env) => vitest('crowd', 1, env, filters))
}

/** Runs the API tests, in a process of their own if other suites run, because a stack's servers share one thread. */
function apiTests(): Promise<Result> {
  if (names.length !== 1) return countedByLine(node, [entry, 'api', ...filters])
  return onStack({ webMode: 'none' }, (env) => vitest('api', 1, env, filters))
}

async function onStack(
  options: Parameters<typeof stackEnvironment>[0],
  work: (env: NodeJS.ProcessEnv) => Promise<Result>,
): Promise<Result> {
  const own = await stackEnvironment({ databaseSettings: [PLANS_ONCE], ...options })
  try {
    const result = await work(own.env)
    return { ...result, output: [...namedOnce(own.errors), result.output].join('\n') }
  } finally {
    await own.stop()
  }
}

/** The errors that a stack logged, each once. Many are refusals that a test provoked. */
function namedOnce(errors: string[]): string[] {
  const all = errors.map((error) => error.split('\n', 1)[0] ?? '')
  return all.length > 0 ? ['The local stack logged:', ...new Set(all), ''] : []
}

async function browserTests(
  config = BROWSER,
  files = filters,
  more: NodeJS.ProcessEnv = {},
): Promise<Result> {
  const browser = await installedBrowser()
  const chosen = browser ? { CHROMIUM_PATH: browser } : {}
  return onStack({}, (env) => playwright({ ...env, ...chosen, ...more }, files, config))
}

function denoTests(): Promise<Result> {
  return countedByLine('deno', [
    'test',
    // No type check, because the lint suite does it.
    '--no-check',
    '--allow-env',
    '--allow-net=127.0.0.1',
    '--allow-read',
    'supabase/functions',
  ])
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}
