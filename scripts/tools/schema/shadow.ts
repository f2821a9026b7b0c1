import { preparePlatform, withClient } from 'local-supabase/database.ts'
import { SUPERUSER, type Postgres } from 'local-supabase/postgres.ts'
import type pg from 'pg'
import { hashOf, type Chapter } from './chapters.ts'
import { lineAt, splitStatements } from './statements.ts'
import { respellTriggers } from './trigger-spelling.ts'

type Server = Pick<Postgres, 'url'>

export type Shadow = {
  /** Builds a database from these chapters and returns its address; drops the one built before. */
  build(chapters: Chapter[], firstChanged: number): Promise<string>
  drop(): Promise<void>
}

const MARK = 'schema_watch'
let instances = 0

/**
 * Builds databases from the chapters, on the server of the running database. The chapters before the edited
 * one are kept as a template database, so that each save runs only the others.
 */
export function createShadow(server: Server): Shadow {
  const own = `${MARK}_${process.pid}_${(instances += 1)}`
  const [baseName, prefixName] = [`${own}_base`, `${own}_prefix`]
  const databases = openDatabases(server)
  let base: Promise<void> | undefined
  let prefix: string | undefined
  /** A copy of the template for the next save, made in advance, because copying takes a while. */
  let spare: { hash: string; name: Promise<string> } | undefined
  let built: string | undefined
  let count = 0

  async function build(chapters: Chapter[], firstChanged: number): Promise<string> {
    await (base ??= prepare())
    const before = chapters.slice(0, firstChanged)
    const hash = hashOf(before)
    const ready = await spare?.name.catch(() => undefined)
    const isReady = ready !== undefined && spare?.hash === hash
    const name = isReady ? ready : await newCopy([])
    const stale = [built, isReady ? undefined : ready]
    built = spare = undefined
    try {
      await databases.run(name, isReady ? chapters.slice(firstChanged) : chapters)
      await respellTriggers(server.url(name))
      built = name
    } catch (error) {
      stale.push(name)
      throw error
    } finally {
      spare = { hash, name: databases.drop(stale).then(() => newCopy(before)) }
      spare.name.catch(() => {})
    }
    return server.url(name)
  }

  async function newCopy(before: Chapter[]): Promise<string> {
    const name = `${own}_${(count += 1)}`
    if (before.length > 0) await preparePrefix(before)
    await databases.copy(before.length > 0 ? prefixName : baseName, name)
    return name
  }

  async function preparePrefix(chapters: Chapter[]) {
    const hash = hashOf(chapters)
    if (prefix === hash) return
    prefix = undefined
    await databases.copy(baseName, prefixName)
    await databases.run(prefixName, chapters)
    prefix = hash
  }

  async function prepare() {
    const all = await databases.names()
    await databases.drop(all.filter((name) => !isRunning(Number(name.split('_')[2]))))
    await preparePlatform(server, baseName)
  }

  return {
    build,
    async drop() {
      await spare?.name.catch(() => {})
      await databases.drop((await databases.names()).filter((name) => name.startsWith(`${own}_`)))
    },
  }
}

/** Creates, fills and drops databases on the server, as its superuser. */
function openDatabases(server: Server) {
  async function copy(from: string, to: string) {
    await drop([to])
    await admin((client) => client.query(`create database ${to} template ${from}`))
    await admin((client) => client.query(`grant create on database ${to} to postgres`))
  }

  async function run(name: string, chapters: Chapter[]) {
    await withClient(server.url(name), async (client) => {
      await client.query('begin')
      for (const chapter of chapters) await runChapter(client, chapter)
      await client.query('commit')
    })
  }

  async function names(): Promise<string[]> {
    const { rows } = await admin((client) =>
      client.query<{ datname: string }>(
        'select datname from pg_database where starts_with(datname, $1)',
        [MARK],
      ),
    )
    return rows.map(({ datname }) => datname)
  }

  async function drop(names: (string | undefined)[]) {
    for (const name of names)
      if (name)
        await admin((client) => client.query(`drop database if exists ${name} with (force)`))
  }

  const admin = <T>(work: (client: pg.Client) => Promise<T>) =>
    withClient(server.url('template1', SUPERUSER), work)

  return { copy, run, names, drop }
}

/** True if a process runs. Databases of killed processes are dropped. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Runs a chapter statement by statement, so that an error has a line. */
async function runChapter(client: pg.Client, { path, sql }: Chapter) {
  for (const statement of splitStatements(sql)) {
    try {
      await client.query(statement.sql)
    } catch (error) {
      throw located(error, path, statement.sql, statement.line)
    }
  }
}

/** Converts the error of a statement to one with the file and the line. */
function located(error: unknown, path: string, sql: string, line: number): Error {
  const { message, position, where } = error as pg.DatabaseError
  const at = position ? line + lineAt(sql, Number(position) - 1) - 1 : line
  const context = where ? `\n${where}` : ''
  return new Error(`${path}:${at}: ${message}${context}`, { cause: error })
}
