// Tests the upload of `supabase functions deploy --use-api`: the platform bundles these files and no others.
import { dirname, join } from 'node:path/posix'
import { beforeAll, expect, test } from 'vitest'
import { forAllTests } from 'local-supabase/for-all-tests.ts'
import { functionNames } from '../tools/doctor/checks/functions.ts'
import { startManagementApi } from './management-api.ts'

type Upload = { metadata: Record<string, unknown>; files: Map<string, string> }

const uploads = new Map<string, Upload>()
const api = forAllTests(startManagementApi)
beforeAll(async () => {
  await api.run(['functions', 'deploy', '--use-api'])
  for (const { form } of api.sent) if (form) await keep(form)
})

async function keep(form: FormData) {
  const metadata = JSON.parse(await textOf(form.get('metadata'))) as Record<string, unknown>
  const sources = form.getAll('file').filter((part) => part instanceof File)
  const files = await Promise.all(
    sources.map(async (file) => [file.name, await file.text()] as const),
  )
  uploads.set(String(metadata.name), { metadata, files: new Map(files) })
}

const textOf = (part: FormDataEntryValue | null) =>
  part instanceof File ? part.text() : Promise.resolve(part ?? '')

/** Module names in the static imports and exports of a file, except type-only ones. */
const specifiers = (code: string) =>
  [...code.matchAll(/^(?:import|export)(?! type\b)[^'"]*?from '([^']+)'|^import '([^']+)'/gm)].map(
    ([, from, alone]) => from ?? alone ?? '',
  )

test('every function is deployed with `verify_jwt` off', () => {
  expect([...uploads.keys()].toSorted()).toEqual(functionNames())
  expect([...uploads.values()].map(({ metadata }) => metadata.verify_jwt)).not.toContain(true)
})

test('each file that a function imports is uploaded, and each package is named in its deno.json', () => {
  const missing = [...uploads].flatMap(([name, { metadata, files }]) => {
    const map = files.get(String(metadata.import_map_path)) ?? '{}'
    const { imports = {} } = JSON.parse(map) as { imports?: Record<string, string> }
    return [...files]
      .filter(([file]) => file.endsWith('.ts'))
      .flatMap(([file, code]) => specifiers(code).map((wanted) => [file, wanted] as const))
      .filter(([, wanted]) => !wanted.startsWith('node:'))
      .filter(([file, wanted]) =>
        wanted.startsWith('.') ? !files.has(join(dirname(file), wanted)) : !(wanted in imports),
      )
      .map(([file, wanted]) => `${name}: ${file} imports ${wanted}`)
  })
  expect(missing).toEqual([])
})
