// Compiles the contracts of the local chain with the Solidity compiler from npm.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Abi, Hex } from 'viem'

export const contractsDir = join(import.meta.dirname, 'contracts')

export type Contract = { abi: Abi; bytecode: Hex }

type Output = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>
}

const cacheDir = join(import.meta.dirname, '..', '..', 'node_modules', '.cache')

/** The compiled contracts by name. The output is cached, because the compiler takes seconds to load. */
export function compileContracts(): Record<string, Contract> {
  const files = readdirSync(contractsDir).filter((name) => name.endsWith('.sol'))
  const sources = Object.fromEntries(
    files.map((name) => [name, { content: readFileSync(join(contractsDir, name), 'utf8') }]),
  )
  const digest = createHash('sha256').update(JSON.stringify(sources)).digest('hex')
  const kept = join(cacheDir, `sandbox-chain-${digest.slice(0, 16)}.json`)
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as Record<string, Contract>
  const contracts = compile(sources)
  mkdirSync(cacheDir, { recursive: true })
  writeFileSync(kept, JSON.stringify(contracts))
  return contracts
}

function compile(sources: Record<string, { content: string }>): Record<string, Contract> {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
  const settings = {
    optimizer: { enabled: true, runs: 200 },
    viaIR: true,
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  }
  const output = JSON.parse(
    solc.compile(JSON.stringify({ language: 'Solidity', sources, settings })),
  ) as Output
  const faults = output.errors?.filter(({ severity }) => severity === 'error') ?? []
  if (faults.length > 0) throw new Error(faults.map((each) => each.formattedMessage).join('\n'))
  return Object.fromEntries(
    Object.values(output.contracts).flatMap((file) =>
      Object.entries(file).map(([name, { abi, evm }]) => [
        name,
        { abi, bytecode: `0x${evm.bytecode.object}` as Hex },
      ]),
    ),
  )
}
