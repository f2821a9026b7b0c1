// Checks the first words of comments. A comment has to begin with what the thing is or does, not with a vague word.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { expect, test } from 'vitest'
import { VAGUE_BEGINNING } from '../commits/commit-message.ts'
import { projectRoot } from '../../project.ts'

const LINE_COMMENT: Record<string, RegExp> = {
  '.ts': /^\s*\/\/ ?(.*)$/,
  '.tsx': /^\s*\/\/ ?(.*)$/,
  '.mjs': /^\s*\/\/ ?(.*)$/,
  '.sql': /^\s*-- ?(.*)$/,
  '.yml': /^\s*# ?(.*)$/,
  '.toml': /^\s*# ?(.*)$/,
}

/** The beginning of each comment: of consecutive comment lines, of a block, or of an SQL `comment on`. */
function* beginnings(text: string, line: RegExp | undefined) {
  let wasComment = false
  for (const source of text.split('\n')) {
    const comment = line?.exec(source)?.[1]
    if (comment !== undefined && !wasComment) yield comment
    wasComment = comment !== undefined
    const block = /(?:^|\s)\/\*\*? ?(.+)|^\s*\*\s*@\w+ \w+ (.*)|^comment on [^']* is '(.*)/.exec(
      source,
    )
    if (block) yield block[1] ?? block[2] ?? block[3] ?? ''
  }
}

test('the first words of a comment are found in each of its forms', () => {
  const text = [
    'const a = 1 // of the second kind is no comment line',
    '// Of a line',
    '// of the same run',
    '/** What a block */',
    ' * @param name By a parameter',
    "comment on table a is 'The same of a table';",
  ].join('\n')
  const found = [...beginnings(text, LINE_COMMENT['.ts'])]
  expect(found.filter((comment) => VAGUE_BEGINNING.test(comment))).toHaveLength(4)
})

test('no comment begins with a vague word', () => {
  const files = execFileSync('git', ['ls-files', '--cached'], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  const found = files
    .split('\n')
    .filter((file) => /\.(tsx?|mjs|sql|css|yml|toml)$/.test(file))
    .filter((file) => !file.includes('supabase/migrations/') && existsSync(join(projectRoot, file)))
    .flatMap((file) =>
      [...beginnings(readFileSync(join(projectRoot, file), 'utf8'), LINE_COMMENT[extname(file)])]
        .filter((comment) => VAGUE_BEGINNING.test(comment))
        .map((comment) => `${file}: ${comment}`),
    )
  expect(found).toEqual([])
})
