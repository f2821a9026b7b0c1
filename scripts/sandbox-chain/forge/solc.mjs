#!/usr/bin/env node
// Lets forge, which expects a native compiler, use the Solidity compiler from npm.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const solc = createRequire(import.meta.url)('solc')
if (process.argv.includes('--version')) {
  console.log(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}`)
} else {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8')))
}
