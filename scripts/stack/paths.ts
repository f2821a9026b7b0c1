import { join, resolve } from 'node:path'

export const projectRoot = join(import.meta.dirname, '..', '..')

/** Where the stack keeps its data: `.stack`, or elsewhere for a second stack beside the first. */
export function defaultStateDir(): string {
  return resolve(projectRoot, process.env.KOLPACT_STATE_DIR || '.stack')
}
