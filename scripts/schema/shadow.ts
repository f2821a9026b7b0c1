import { preparePlatform, withClient } from 'local-supabase/database.ts'
import { SUPERUSER, type Postgres } from 'local-supabase/postgres.ts'
import type pg from 'pg'
import { hashOf, type Chapter } from './chapters.ts'
import { lineAt, splitStatements } from './statements.ts'
import { respellTriggers } from './trigger-spelling.ts'

type Server = Pick<Postgres, 'url'>

export type Shadow = {
  /** Builds the database of these chapters and returns its address; the one before goes. */
  build(chapters: Chapter[], firstChanged: number): Promise<string>
}

const BASE = 'schema_watch_base'
const PREFIX = 'schema_watch_prefix'

/**
 * Databases built from the chapters, beside the running one on the same server. The chapters before
 * the one that is being edited are kept as a template, so that each save runs only the rest.
 */
export function createShadow(server: Server): Shadow {
  let base: Promise<void> | undefined
  let prefix: string | undefined
  /** A copy of the prefix that waits for the next save: to make one takes a while. */
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
      await run(name, isReady ? chapters.slice(firstChanged) : chapters)
      await respellTriggers(server.url(name))
      built = name
    } catch (error) {
      stale.push(name)
      throw error
    } finally {
      spare = { hash, name: dropDatabases(stale).then(() => newCopy(before)) }
      spare.name.catch(() => {})
    }
    return server.url(name)
  }

  async function newCopy(before: Chapter[]): Promise<string> {
    const name = `schema_watch_${(count += 1)}`
    if (before.length > 0) await preparePrefix(before)
    await copy(before.length > 0 ? PREFIX : BASE, name)
    return name
  }

  async function preparePrefix(chapters: Chapter[]) {
    const hash = hashOf(chapters)
    if (prefix === hash) return
    prefix = undefined
    await copy(BASE, PREFIX)
    await run(PREFIX, chapters)
    prefix = hash
  }

  async function prepare() {
    await dropAll()
    await preparePlatform(server, BASE)
  }

  async function copy(from: string, to: string) {
    await dropDatabases([to])
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

  async function dropAll() {
    const { rows } = await admin((client) =>
      client.query<{ datname: string }>(
        `select datname from pg_database where datname like 'schema\\_watch\\_%'`,
      ),
    )
    await dropDatabases(rows.map(({ datname }) => datname))
  }

  async function dropDatabases(names: (string | undefined)[]) {
    for (const name of names)
      if (name)
        await admin((client) => client.query(`drop database if exists ${name} with (force)`))
  }

  const admin = <T>(work: (client: pg.Client) => Promise<T>) =>
    withClient(server.url('template1', SUPERUSER), work)

  return { build }
}

/** Statement by statement, so that every error has a line. */
async function runChapter(client: pg.Client, { path, sql }: Chapter) {
  for (const statement of splitStatements(sql)) {
    try {
      await client.query(statement.sql)
    } catch (error) {
      throw located(error, path, statement.sql, statement.line)
    }
  }
}

/** The error of a statement, with the file and the line at which it is wrong. */
export function located(error: unknown, path: string, sql: string, line: number): Error {
  const { message, position, where } = error as pg.DatabaseError
  const at = position ? line + lineAt(sql, Number(position) - 1) - 1 : line
  const context = where ? `\n${where}` : ''
  return new Error(`${path}:${at}: ${message}${context}`, { cause: error })
}
