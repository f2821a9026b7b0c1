import { beforeAll, expect, test } from 'vitest'
import { gather, type Cast } from './actors.ts'
import { run } from './database.ts'
import { calls, columns, lines } from './matrix.ts'
import { exposedColumns, testRelations } from './relations.ts'
import { build, type World } from './world.ts'

let cast: Cast
let world: World
beforeAll(async () => {
  cast = await gather()
  world = await build(cast)
})
const here = () => ({ cast, world })

test('every relation and every column that clients could name is in the matrix', async () => {
  const written = Object.fromEntries(
    Object.entries(columns).map(([relation, names]) => [relation, names.toSorted()]),
  )
  expect(written).toEqual(await exposedColumns())
  const tried = new Set<string>(lines.map(({ relation }) => relation))
  expect([...tried].toSorted()).toEqual(Object.keys(columns).toSorted())
})

test('every function that clients could name is in the matrix', async () => {
  const found = await run(
    `select distinct proname::text as name from pg_proc where pronamespace = 'public'::regnamespace`,
  )
  expect(Object.keys(calls).toSorted()).toEqual(found.map(({ name }) => name).toSorted())
})

testRelations(here)
