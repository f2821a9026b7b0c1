// Tests the rules for migrations after the first release, with the example project, which has two versions.
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { applyMigrations, preparePlatform, runSql, withClient } from 'local-supabase/database.ts'
import { startTemporaryPostgres } from 'local-supabase/postgres.ts'
import { temporaryFolder } from 'local-supabase/test-stack.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isReleased, projectRoot } from '../../project.ts'
import { faultsOfReleased, recordChecksums } from './released.ts'

const EXAMPLE = join(projectRoot, 'scripts', 'stack', 'example', 'supabase')
const FIRST = '20260101000000_example.sql'
const SECOND = '20260201000000_pinned_bios.sql'

function copyOfExample() {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(EXAMPLE, folder, { recursive: true })
  return join(folder, 'migrations')
}

describe('released migrations', () => {
  test('an edit of a released migration is reported', () => {
    const folder = copyOfExample()
    expect(faultsOfReleased(folder)).toEqual([])
    appendFileSync(join(folder, FIRST), '-- better\n')
    recordChecksums(folder)
    expect(faultsOfReleased(folder)).toEqual([`${FIRST} was edited`])
  })

  test('a removed migration that was released is reported', () => {
    const folder = copyOfExample()
    rmSync(join(folder, SECOND))
    expect(faultsOfReleased(folder)).toEqual([`${SECOND} was removed`])
  })

  test('a new migration needs a checksum and a date that is not in the future', () => {
    const folder = copyOfExample()
    writeFileSync(join(folder, '20260301000000_more.sql'), 'select 1;\n')
    const now = new Date('2026-02-15T00:00:00Z')
    expect(faultsOfReleased(folder, now)).toEqual([
      '20260301000000_more.sql is dated later than now',
      '20260301000000_more.sql has no checksum',
    ])
    recordChecksums(folder)
    expect(faultsOfReleased(folder)).toEqual([])
  })
})

test('from the first release on, released migrations of the product are not edited or removed', () => {
  const folder = join(projectRoot, 'supabase', 'migrations')
  expect(isReleased() ? faultsOfReleased(folder) : []).toEqual([])
})

// The sample rows of released versions, `released/<version>.sql`: of the example, and of the product from 1.0.0 on.
const released = [EXAMPLE, join(projectRoot, 'supabase')].flatMap((project) =>
  globSync(join(project, 'released', '+([0-9]).sql')).map((seed) => ({ project, seed })),
)
test.each(released)(
  'rows of a released version survive the later migrations: $seed',
  async ({ project, seed }) => {
    const server = await startTemporaryPostgres()
    onTestFinished(() => server.stop())
    await preparePlatform(server)
    const migrations = join(project, 'migrations')
    await applyMigrations(server.url(), migrations, basename(seed, '.sql'))
    await withClient(server.url(), (client) => runSql(client, seed))
    await applyMigrations(server.url(), migrations)
    const checks = seed.replace(/\.sql$/, '.check.sql')
    expect(existsSync(checks), `${checks} says what must be true of the rows`).toBe(true)
    const { rows } = await withClient(server.url(), (client) =>
      client.query(readFileSync(checks, 'utf8')),
    )
    expect(rows).toEqual([])
  },
)
