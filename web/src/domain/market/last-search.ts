import { paths } from '@/domain/paths.ts'

let last = ''

/** Stores the parameters of the open search, so that a link can return to its results. */
export function rememberSearch(parameters: string) {
  last = parameters
}

export const lastSearchPath = () => (last ? `${paths.discover}?${last}` : paths.discover)
