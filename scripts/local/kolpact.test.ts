import { forAllTests } from 'local-supabase/for-all-tests.ts'
import { freePort } from 'local-supabase/ports.ts'
import { forgetFolder, temporaryFolder } from 'local-supabase/test-stack.ts'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { FREE_PORTS } from './ports.ts'
import { startKolpact } from './start-kolpact.ts'
import { startTestKolpact } from './test-kolpact.ts'

const stateDir = temporaryFolder()
afterAll(() => forgetFolder(stateDir))
const running = forAllTests(() => startTestKolpact({ stateDir }))

test('a taken port is refused with the variable that moves it', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  const ports = { ...FREE_PORTS, pay: port }
  const options = { ports, stateDir: temporaryFolder(), webMode: 'none' } as const
  await expect(startKolpact(options)).rejects.toThrow(
    new RegExp(`Port ${port} is taken, and the sandbox payment.*KOLPACT_PAY_PORT`),
  )
  other.close()
})

test('stack.json says what runs, and a second stack on the folder is refused', async () => {
  expect(JSON.parse(readFileSync(join(stateDir, 'stack.json'), 'utf8'))).toMatchObject({
    apiUrl: running.apiUrl,
    publishableKey: running.publishableKey,
    inviteCode: 'WELCOME-KOLPACT',
    accounts: [{ role: 'brand' }, { role: 'kol' }, { role: 'staff' }],
  })
  await expect(startTestKolpact({ stateDir })).rejects.toThrow(/already runs/)
})
