import { existsSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type pg from 'pg'

/** Milliseconds of one run. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/**
 * Milliseconds of CPU time that the server process of this connection takes for some work, which other load
 * affects little. On systems that do not report CPU time, it is the elapsed time.
 */
export async function processorTimed(
  client: pg.Client,
  work: () => Promise<unknown>,
): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const file = `/proc/${rows[0]?.pid}/schedstat`
  if (!existsSync(file)) return timed(work)
  const nanoseconds = () => Number(readFileSync(file, 'utf8').split(' ')[0])
  const begun = nanoseconds()
  await work()
  return (nanoseconds() - begun) / 1e6
}

function percentile(samples: number[], share: number): number {
  const sorted = samples.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (samples: number[]) => percentile(samples, 0.5)
export const p95 = (samples: number[]) => percentile(samples, 0.95)

export function ms(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

export const times = (value: number) => `${value >= 10 ? value.toFixed(0) : value.toFixed(2)} ×`

/** A limit as a table cell, in bold if it was not met. */
export const bound = (text: string, isMet: boolean) => (isMet ? text : `**${text}**`)

/** Prints a section of docs/benchmarks.md: sentences and one table. */
export function section(
  title: string,
  about: string,
  head: string[],
  rows: (string | number)[][],
): void {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`
  const table = [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
  console.log([`## ${title}`, about, table].join('\n\n'))
}

/** Does work as a user in a transaction that is rolled back; returns its result. */
export async function asUser<T>(client: pg.Client, userId: string, work: () => Promise<T>) {
  await client.query('begin')
  await actAs(client, userId)
  const result = await work()
  await client.query('rollback')
  return result
}

/** Makes the session act as a user until the end of the transaction, with the settings of the Data API. */
export async function actAs(client: pg.Client, userId: string): Promise<void> {
  await client.query(`select set_config('request.jwt.claims', $1, true)`, [
    JSON.stringify({ sub: userId, role: 'authenticated', aal: 'aal2' }),
  ])
  await client.query('set local role authenticated')
}
