import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** The settings of a file of `NAME=value` lines; empty ones count as absent. */
export function readEnvironmentFile(file: string): Record<string, string> {
  if (!existsSync(file)) return {}
  const entries = Object.entries(parseEnv(readFileSync(file, 'utf8')))
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => Boolean(entry[1])))
}
