import { createRequire } from 'node:module'

/** The path of a Foundry binary. The npm package's script is not used, because it would not pass signals on. */
export function foundryBinary(name: 'anvil' | 'forge'): string {
  const outer = createRequire(import.meta.url).resolve(`@foundry-rs/${name}/package.json`)
  const platform = `${process.platform}-${process.arch.replace('x64', 'amd64')}`
  const inner = createRequire(outer).resolve(`@foundry-rs/${name}-${platform}/package.json`)
  return inner.replace(/package\.json$/, `bin/${name}`)
}
