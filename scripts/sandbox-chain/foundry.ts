import { createRequire } from 'node:module'

/** A program of Foundry as npm installed it: a signal to the package's own script would reach another process. */
export function foundryBinary(name: 'anvil' | 'forge'): string {
  const outer = createRequire(import.meta.url).resolve(`@foundry-rs/${name}/package.json`)
  const platform = `${process.platform}-${process.arch.replace('x64', 'amd64')}`
  const inner = createRequire(outer).resolve(`@foundry-rs/${name}-${platform}/package.json`)
  return inner.replace(/package\.json$/, `bin/${name}`)
}
