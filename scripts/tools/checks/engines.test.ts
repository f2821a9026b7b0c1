// Tests that every library of the client and the scripts supports the version of Node that the README names.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../project.ts'

type Package = { engines?: { node?: string }; dependencies?: Record<string, string> }
const read = (...path: string[]) =>
  JSON.parse(readFileSync(join(projectRoot, ...path, 'package.json'), 'utf8')) as Package

/** The lowest version in a range, as a number: `^20.19.0 || >=22` is 20.19. */
const oldest = (range = '0') =>
  Math.min(...range.split('||').map((part) => Number(/\d+(\.\d+)?/.exec(part)?.[0] ?? 0)))

/** Packages that need a newer Node than the range allows. */
function tooNew(range: string, packages: Record<string, Package>): string[] {
  return Object.entries(packages)
    .filter(([, { engines }]) => oldest(engines?.node) > oldest(range))
    .map(([name, { engines }]) => `${name} needs Node ${engines?.node}`)
}

test('every dependency supports the version of Node that the README names', () => {
  const own = read()
  const packages = Object.keys(own.dependencies ?? {}).map((name) => [
    name,
    read('node_modules', name),
  ])
  expect(tooNew(own.engines?.node ?? '', Object.fromEntries(packages))).toEqual([])
  const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8')
  expect(readme).toContain(`Node ${oldest(own.engines?.node)} or newer`)
})

test('a library that needs a newer Node is found', () => {
  const library = { 'a-client': { engines: { node: '>=24.0.0' } } }
  expect(tooNew('>=22', library)).toEqual(['a-client needs Node >=24.0.0'])
  expect(tooNew('^20.19 || >=22', { other: { engines: { node: '>=20' } } })).toEqual([])
})
