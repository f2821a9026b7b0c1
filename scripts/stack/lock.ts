import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandOf } from './processes.ts'

const held = new Set<string>()

/** Locks a state folder for one stack. The lock of a crashed stack is taken over. Returns a function that unlocks. */
export function lockState(stateDir: string): () => void {
  mkdirSync(stateDir, { recursive: true })
  const file = join(stateDir, 'stack.pid')
  const owner = lockOwner(stateDir)
  if (owner !== undefined) {
    throw new Error(`A stack already runs on ${stateDir} (process ${owner}). Stop it first.`)
  }
  writeFileSync(file, `${process.pid}\n${commandOf(process.pid)}\n`)
  held.add(file)
  return () => {
    held.delete(file)
    rmSync(file, { force: true })
  }
}

/** The id of the process whose stack has locked the folder. */
export function lockOwner(stateDir: string): number | undefined {
  const file = join(stateDir, 'stack.pid')
  if (held.has(file)) return process.pid
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
  const [pid = '', command] = text.split('\n')
  const isAlive =
    Number(pid) !== process.pid && command !== '' && commandOf(Number(pid)) === command
  return isAlive ? Number(pid) : undefined
}
