// Reads from /proc how much CPU time each process of a tree has used.
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** CPU seconds by program name, and of the whole machine as `machine`. */
export type Taken = Record<string, number>

/** The unit of CPU time in /proc: hundredths of a second on every Linux. */
const TICKS = 100

type Process = { parent: number; name: string; seconds: number }

function processOf(pid: string): Process | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = text.lastIndexOf(')')
    const fields = text.slice(end + 2).split(' ')
    // The last two fields are the times of ended child processes, such as sessions of a server.
    const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0)
    const name = text.slice(text.indexOf('(') + 1, end)
    return { parent: Number(fields[1]), name, seconds: ticks / TICKS }
  } catch {
    return undefined // the process has just ended
  }
}

/** CPU time of a tree of processes since their start, by program; the root process counts as `root`. */
export function processorOf(root: number): Taken {
  const all = new Map<number, Process>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const found = processOf(pid)
    if (found) all.set(Number(pid), found)
  }
  const isBelow = (pid: number): boolean =>
    pid === root || (all.has(pid) && isBelow(all.get(pid)?.parent ?? 0))
  const taken: Taken = { machine: machineSeconds() }
  for (const [pid, { name, seconds }] of all)
    if (isBelow(pid)) {
      const part = pid === root ? 'root' : name
      taken[part] = (taken[part] ?? 0) + seconds
    }
  return taken
}

function machineSeconds(): number {
  const [, ...fields] = /^cpu .*$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[0].split(/\s+/) ?? []
  const [user = 0, nice = 0, system = 0, , , irq = 0, soft = 0, steal = 0] = fields.map(Number)
  return (user + nice + system + irq + soft + steal) / TICKS
}

/** The CPU time used between two readings. */
export function since(before: Taken, now: Taken): Taken {
  return Object.fromEntries(
    Object.entries(now).map(([part, seconds]) => [part, seconds - (before[part] ?? 0)]),
  )
}

export const CORES = availableParallelism()
