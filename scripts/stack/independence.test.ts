import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

// Tests that the local stack contains nothing of this product, so that it runs any project's `supabase/` folder.
const folder = import.meta.dirname
const files = globSync('**/*.{ts,sql,toml,html,json,md}', { cwd: folder }).filter(
  (file) => !file.includes('node_modules'),
)
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

test('no file of the local stack imports from outside its workspace', () => {
  const outside = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const imports = [...read(file).matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]*)['"]/g)]
      return imports.map(([, path = '']) => [file, path] as const)
    })
    .filter(([file, path]) => relative(folder, join(folder, dirname(file), path)).startsWith('..'))
  expect(outside).toEqual([])
})

test('no file of the local stack names the product of the repository', () => {
  const product = JSON.parse(readFileSync(join(folder, '..', '..', 'package.json'), 'utf8')) as {
    name: string
  }
  const naming = files.filter((file) => read(file).toLowerCase().includes(product.name))
  expect(naming).toEqual([])
})
