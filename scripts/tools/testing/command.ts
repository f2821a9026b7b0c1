import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '../../project.ts'

export type Outcome = { code: number; output: string }

/** Runs a tool of node_modules/.bin (or any program by its path) and keeps what it prints. */
export function runTool(
  tool: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const program = tool.includes('/') ? tool : join(projectRoot, 'node_modules', '.bin', tool)
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: projectRoot,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() })
    })
  })
}
