import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { withClient } from 'local-supabase/database.ts'
import { makeDataDir, reachableTemporaryDir, serverUser } from 'local-supabase/postgres-home.ts'
import { SUPERUSER, type Postgres } from 'local-supabase/postgres.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { FREE_PORTS } from '../../local/ports.ts'
import { startKolpact, type Kolpact } from '../../local/start-kolpact.ts'
import { prepareFilledMarket } from '../bench/support/filled-market.ts'
import { copyNewFiles, missingFiles } from './files.ts'
import { differences, fingerprint, type Fingerprint } from './fingerprint.ts'
import { startLoad, type Load } from './load.ts'
import { dump, LEFT_OUT, restoreDump } from './logical.ts'
import { chooseMoment } from './moment.ts'
import {
  archived,
  archiveSettings,
  bytesOf,
  copyFolder,
  restoreTo,
  takeBaseBackup,
} from './physical.ts'

type Step = { step: string; ms: number; bytes?: number }
type Restored = {
  /** Tables whose rows differ from those at the moment of the backup; must be empty. */
  differences: string[]
  /** Files whose row was restored, but not their content; must be empty. */
  missingFiles: string[]
  /** Faults that the checks of the ledger report, without those of the generated year of trade; must be empty. */
  ledgerFaults: string[]
}

export type Report = {
  rows: number
  transfers: number
  files: number
  stillMs: number
  load: Load['done']
  failures: string[]
  /** The number of tables that the running market has changed since the moment of the backup. */
  movedOn: number
  steps: Step[]
  physical: Restored
  logical: Restored
}

type Options = {
  warmUpMs: number
  /** The number of creators with a generated year of trade, in addition to the demo market; none by default. */
  creators?: number
  log?: (line: string) => void
}
type Places = Record<
  'state' | 'archive' | 'base' | 'files' | 'dump' | 'physical' | 'logical',
  string
>

/**
 * Backs a market up in two ways while it is in use, and restores both backups, to one moment, on other servers. It
 * starts a market of its own; the one of `npm start` is not touched.
 */
export async function runDrill({
  warmUpMs,
  creators = 0,
  log = () => {},
}: Options): Promise<Report> {
  const root = mkdtempSync(join(reachableTemporaryDir(), 'kolpact-drill-'))
  chmodSync(root, 0o711)
  const names = ['state', 'archive', 'base', 'files', 'dump', 'physical', 'logical'] as const
  const places = Object.fromEntries(names.map((name) => [name, join(root, name)])) as Places
  makeDataDir(places.archive, serverUser())
  const undo: (() => unknown)[] = [() => rmSync(root, { recursive: true, force: true })]
  const steps: Step[] = []
  const timed = async <T>(step: string, work: () => Promise<T>, folder?: string): Promise<T> => {
    const begun = performance.now()
    const result = await work()
    const ms = performance.now() - begun
    steps.push({ step, ms, ...(folder && { bytes: await bytesOf(folder) }) })
    log(`${step}: ${(ms / 1000).toFixed(1)} s`)
    return result
  }
  try {
    if (creators > 0)
      await timed('a year of trade', () =>
        prepareFilledMarket(places.state, { creators, isSeeded: true }),
      )
    const market = await startMarket(places)
    undo.push(market.stop)
    const load = await startLoad(market)
    undo.push(load.stop)
    await sleep(warmUpMs)
    return await backUpAndRestore({
      market,
      isMadeUp: creators > 0,
      load,
      places,
      timed,
      steps,
      undo,
    })
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

type Drill = {
  market: Kolpact
  isMadeUp: boolean
  load: Load
  places: Places
  timed<T>(step: string, work: () => Promise<T>, folder?: string): Promise<T>
  steps: Step[]
  undo: (() => unknown)[]
}

async function backUpAndRestore(drill: Drill): Promise<Report> {
  const { market, load, places, timed, steps, undo } = drill
  const url = market.databaseUrl('postgres', SUPERUSER)
  const living = join(places.state, 'files')
  await timed(
    'copy of the cluster',
    async () => takeBaseBackup(url, await dataDirOf(url), places.base),
    places.base,
  )
  await timed('first copy of the files', () => copyNewFiles(living, places.files), places.files)
  await sleep(1000)

  const moment = await chooseMoment(url, 'drill', () => copyNewFiles(living, places.files))
  await timed('dump of the rows', () => dump(moment.client, places.dump), places.dump)
  const expected = await fingerprint(moment.client)
  const faults = new Set(drill.isMadeUp ? await faultsOf(moment.client) : [])
  await moment.close()
  await sleep(500) // orders continue, so that a restore that went too far is noticed
  await timed('archive of the WAL up to the moment', () => archived(url), places.archive)

  const restore = async (step: string, leftOut: string[], work: () => Promise<Postgres>) => {
    const server = await timed(step, work)
    undo.push(server.stop)
    return withClient(server.url('postgres', SUPERUSER), (client) =>
      examine(client, { expected, faults, leftOut, files: places.files }),
    )
  }
  const physical = await restore('restore of cluster and WAL', [], async () => {
    makeDataDir(places.physical, serverUser())
    await copyFolder(places.base, places.physical)
    return restoreTo(moment.point, places.physical, places.archive)
  })
  const logical = await restore('restore of migrations and rows', LEFT_OUT, () =>
    restoreDump(places.dump, places.logical),
  )
  await load.stop()
  const now = await withClient(url, fingerprint)
  return {
    rows: [...expected.values()].reduce((sum, { rows }) => sum + rows, 0),
    transfers: expected.get('private.transfers')?.rows ?? 0,
    files: expected.get('storage.objects')?.rows ?? 0,
    stillMs: moment.stillMs,
    load: load.done,
    failures: load.failures,
    movedOn: differences(expected, now).length,
    steps,
    physical,
    logical,
  }
}

async function startMarket({ state, archive }: Places): Promise<Kolpact> {
  const market = await startKolpact({
    stateDir: state,
    ports: FREE_PORTS,
    webMode: 'none',
    limitRates: false,
    databaseSettings: archiveSettings(archive),
  })
  // Limits are lifted, because two members do in a second what others do in a year.
  await withClient(market.databaseUrl(), (client) =>
    client.query(
      `update private.settings set value = max_value where key ~ '_per_(minute|hour|day)$'`,
    ),
  )
  return market
}

type Wanted = { expected: Fingerprint; faults: Set<string>; leftOut: string[]; files: string }

async function examine(client: pg.Client, wanted: Wanted): Promise<Restored> {
  const ledgerFaults = await faultsOf(client)
  return {
    differences: differences(wanted.expected, await fingerprint(client), wanted.leftOut),
    missingFiles: await missingFiles(client, wanted.files),
    ledgerFaults: ledgerFaults.filter((fault) => !wanted.faults.has(fault)),
  }
}

async function faultsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query('select * from private.ledger_faults()')
  return rows.map((row) => JSON.stringify(row))
}

async function dataDirOf(url: string): Promise<string> {
  const found = await withClient(url, (client) =>
    client.query<{ folder: string }>(`select current_setting('data_directory') as folder`),
  )
  return found.rows[0]?.folder ?? ''
}
