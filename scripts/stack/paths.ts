import { join } from 'node:path'

export const projectRoot = join(import.meta.dirname, '..', '..')
