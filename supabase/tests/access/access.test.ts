import { describe, expect, test } from 'vitest'
import { forAllTests } from 'local-supabase/for-all-tests.ts'
import { actors } from './actors.ts'
import { testBypasses } from './bypasses.ts'
import { deployedFunctions, expectEdgeRights } from './edge.ts'
import { expectFileRights, expectNoOtherFolder } from './files.ts'
import { expectCallRights, exposedFunctions } from './functions.ts'
import { calls, columns, edge, files, lines, type FunctionName } from './matrix.ts'
import { expectRights, exposedColumns, mostPrivilegedFirst } from './relations.ts'
import { setUp } from './fixtures.ts'
import { expectNoFileOrFunction, expectNoRelation } from './password-alone.ts'

const setup = forAllTests(setUp)

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

describe.each(lines)('rights to rows of $relation ($row)', (line) => {
  test.each(mostPrivilegedFirst(line))(
    'the actor %s has the rights of the matrix and no others',
    (actor) => expectRights(line, actor, setup),
  )
})

describe.each(files)('rights to files of the bucket $bucket ($file)', (line) => {
  test.each(actors)('the actor %s has the rights of the matrix and no others', (actor) =>
    expectFileRights(line, actor, setup),
  )
  test('a stranger uploads no file outside these folders, and only a public bucket has public addresses', () =>
    expectNoOtherFolder(line, setup))
})

describe('edge functions', () => {
  test.each(Object.keys(edge))('%s answers only the actors that the matrix allows', (name) =>
    expectEdgeRights(name, setup),
  )
})

describe('the password alone of an account with a second factor', () => {
  test('reads and writes no relation', () => expectNoRelation(setup))
  test('reads and writes no file, and is refused by edge functions', () =>
    expectNoFileOrFunction(setup))
})

testBypasses(() => setup)

// The order matters: the last function deletes accounts that the others need.
describe('functions', () => {
  test.each(Object.keys(calls) as FunctionName[])(
    '%s answers only the actors that the matrix allows',
    (name) => expectCallRights(name, setup),
  )
})
