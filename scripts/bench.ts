// Measures, one file of scripts/bench after another, and keeps what they print in docs/benchmarks.md.
// Usage: npm run bench [-- name …] [-- --size 1000000]
// A bench prints one Markdown section; all figures of a section come from one run, side by side.
import { readdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from './project.ts'
import { runTool } from './testing/command.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string', default: '1000000' } },
})
const folder = join(projectRoot, 'scripts', 'bench')
const all = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => entry.name.slice(0, -'.ts'.length))
  .toSorted()
const unknown = positionals.find((name) => !all.includes(name))
if (unknown) throw new Error(`No bench "${unknown}". There are: ${all.join(', ')}.`)

const sections: string[] = []
for (const name of all.filter((one) => positionals.length === 0 || positionals.includes(one))) {
  console.error(`… ${name}`)
  const file = join(folder, `${name}.ts`)
  const { code, output } = await runTool(process.execPath, [file, '--size', values.size])
  console.log(output)
  if (code === 0) sections.push(output.trim())
  else process.exitCode = 1
}
if (positionals.length === 0 && !process.exitCode) {
  writeFileSync(
    join(projectRoot, 'docs', 'benchmarks.md'),
    [header(), ...sections, ''].join('\n\n'),
  )
}

function header(): string {
  const memory = Math.round(totalmem() / 2 ** 30)
  return [
    '# Benchmarks',
    '',
    `\`npm run bench -- --size ${values.size}\` on ${cpus().length} cores, ${memory} GiB,`,
    `Node ${process.versions.node}, Postgres 17 from npm, ${new Date().toISOString().slice(0, 10)}.`,
    'Machines are noisy: read the ratios, each measured side by side in the same run.',
  ].join('\n')
}
