// Outlives its parent by a moment. The parent sends the ids of its children to standard input; when
// that closes, however the parent died (kill -9 included), the guard ends those that still run.
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
    return false // It is gone, which is what we want.
  }
}
