import {
  forgetFolder,
  temporaryFolder,
  testTools,
  type TestTools,
} from 'local-supabase/test-stack.ts'
import { FREE_PORTS } from './ports.ts'
import { startKolpact, type Kolpact, type KolpactOptions } from './start-kolpact.ts'

export const INVITE = 'STACK-TEST-INVITE'

export type TestKolpact = Kolpact & TestTools & { readonly stateDir: string }

/** Starts the product without web client, scheduler and demo market, on free ports, in a temporary folder. */
export async function startTestKolpact(options: KolpactOptions = {}): Promise<TestKolpact> {
  const stateDir = options.stateDir ?? temporaryFolder()
  const kolpact = await startKolpact({
    ports: FREE_PORTS,
    stateDir,
    webMode: 'none',
    seed: false,
    durable: false,
    limitRates: false,
    scheduler: false,
    ...options,
  })
  const { close, ...tools } = testTools(kolpact, { invite_code: INVITE })
  await tools.sql(
    'insert into public.invites (code, max_uses) values ($1, 1000) on conflict do nothing',
    [INVITE],
  )
  return {
    ...kolpact,
    ...tools,
    stateDir,
    async stop() {
      await close()
      await kolpact.stop()
      if (!options.stateDir) await forgetFolder(stateDir)
    },
  }
}
