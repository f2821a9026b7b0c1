import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Hosted projects are set up to refuse public channels (docs/operating.md), so the client must not open one.
test('every Realtime channel that the client opens is private', () => {
  const root = join(import.meta.dirname, '..')
  const channels = globSync('**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => readFileSync(join(root, file), 'utf8').split('backend.channel(').slice(1))
  expect(channels.length).toBeGreaterThan(1)
  for (const channel of channels) expect(channel.slice(0, 120)).toContain('private: true')
})
