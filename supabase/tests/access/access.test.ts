import { beforeAll, describe, expect, test } from 'vitest'
import { actors, gather } from './actors.ts'
import { testDetours } from './detours.ts'
import { deployedFunctions, expectDoors } from './edge.ts'
import { expectFileRights, expectNoOtherFolder } from './files.ts'
import { expectAnswers, exposedFunctions } from './functions.ts'
import { calls, columns, edge, files, lines, type FunctionName } from './matrix.ts'
import { expectRights, exposedColumns, mightiestFirst } from './relations.ts'
import { build, type Scene } from './world.ts'

let scene: Scene
beforeAll(async () => {
  const cast = await gather()
  scene = { cast, world: await build(cast) }
})

test('every relation and every column that clients could name is in the matrix', async () => {
  const written = Object.fromEntries(
    Object.entries(columns).map(([relation, names]) => [relation, names.toSorted()]),
  )
  expect(written).toEqual(await exposedColumns())
  const tried = new Set<string>(lines.map(({ relation }) => relation))
  expect([...tried].toSorted()).toEqual(Object.keys(columns).toSorted())
})

test('every function that clients could name is in the matrix', async () => {
  expect(Object.keys(calls).toSorted()).toEqual((await exposedFunctions()).toSorted())
})

test('every edge function is in the matrix', () => {
  expect(Object.keys(edge).toSorted()).toEqual(deployedFunctions().toSorted())
})

describe.each(lines)('$relation $row', (line) => {
  test.each(mightiestFirst(line))('%s', (actor) => expectRights(line, actor, scene))
})

describe.each(files)('$bucket $file', (line) => {
  test.each(actors)('%s', (actor) => expectFileRights(line, actor, scene))
  test('a stranger finds no other way in', () => expectNoOtherFolder(line, scene))
})

describe('edge functions', () => {
  test.each(Object.keys(edge))('%s', (name) => expectDoors(name, scene))
})

testDetours(() => scene)

// The last of them lets people leave.
describe('functions', () => {
  test.each(Object.keys(calls) as FunctionName[])('%s', (name) => expectAnswers(name, scene))
})
