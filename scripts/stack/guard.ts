// A process that ends children of a parent that died. The parent sends the ids of its children to the guard's standard
// input. When that closes, even after kill -9 of the parent, the guard ends the children that still run.
import { createInterface } from 'node:readline'

const children = new Map<number, NodeJS.Signals>()

process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('SIGHUP', () => {})

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const [verb, pid, signal = 'SIGTERM'] = line.split(' ')
    if (verb === 'add') children.set(Number(pid), signal as NodeJS.Signals)
    else children.delete(Number(pid))
  })
  .on('close', async () => {
    for (const [pid, signal] of children) kill(pid, signal)
    const isThere = () => [...children.keys()].some((pid) => kill(pid, 0))
    for (let waited = 0; waited < 8000 && isThere(); waited += 100) {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    for (const pid of children.keys()) kill(pid, 'SIGKILL')
    process.exit()
  })

function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false // The process has already ended.
  }
}
