import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestStack, temporaryFolder, type TestStack } from './test-stack.ts'

// Tests a project with only the files of `supabase init`, one migration and one function.
const projectDir = temporaryFolder()
let stack: TestStack

function write(file: string, content: string) {
  const path = join(projectDir, 'supabase', file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

beforeAll(async () => {
  const script = createRequire(import.meta.url).resolve('supabase/dist/supabase.js')
  execFileSync(process.execPath, [script, 'init', '--workdir', projectDir], { stdio: 'pipe' })
  write(
    'migrations/20260101000000_notes.sql',
    `create table public.notes (id int primary key, body text not null);
     alter table public.notes enable row level security;
     create policy "everybody reads" on public.notes for select using (true);
     grant select on public.notes to anon;
     insert into public.notes values (1, 'hello');`,
  )
  write('functions/greet/index.ts', `Deno.serve(() => Response.json({ greeting: 'hello' }))`)
  stack = await startTestStack({ projectDir, seed: true, signUpData: {} })
})
afterAll(async () => {
  await stack?.stop()
  rmSync(projectDir, { recursive: true })
})

test('the tables and functions of a fresh project can be used', async () => {
  const { client } = await stack.member('ada')
  expect((await stack.client().from('notes').select('body')).data).toEqual([{ body: 'hello' }])
  expect((await client.functions.invoke('greet')).data).toEqual({ greeting: 'hello' })
})

test('in a fresh project a person signs up without a confirmation and resets a password, as config.toml says', async () => {
  const email = 'grace@example.test'
  const { data, error } = await stack.client().auth.signUp({ email, password: 'secret' })
  expect(error).toBeNull()
  expect(data.session).not.toBeNull()
  expect((await stack.client().auth.resetPasswordForEmail(email)).error).toBeNull()
  expect(await stack.mails(email)).toHaveLength(1)
})

test('a folder without config.toml is refused, and the error names the command that writes one', async () => {
  const empty = temporaryFolder()
  await expect(startTestStack({ projectDir: empty })).rejects.toThrow(
    /There is no .*config\.toml; `supabase init` in .* writes one\./,
  )
  rmSync(empty, { recursive: true })
})
