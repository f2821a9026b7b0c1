import { schemasDir } from '../../project.ts'
import { readChapters } from '../schema/chapters.ts'
import type { Mutant } from './mutants.ts'

const chapters = readChapters(schemasDir)

/** The chapter that defines the object of a mutant, such as `09_payments/02_payments.sql`. */
export function chapterOf({ kind, object, subject }: Pick<Mutant, 'kind' | 'object' | 'subject'>) {
  const name = object.split(' on ')[0]?.replace(/^.*\./, '') ?? subject
  const made = {
    function: `function (public|private)\\.${subject}\\s*\\(`,
    policy: `policy ${name} `,
    trigger: `trigger ${name} `,
    index: `index ${name} `,
    constraint: `table (public|private)\\.${subject}\\b`,
    grant: `(function|table|view) (public|private)\\.${subject}\\b`,
  }[kind]
  const pattern = new RegExp(`create (or replace |unique |constraint )*${made}`)
  return chapters.find(({ sql }) => pattern.test(sql))?.name ?? 'unknown'
}
