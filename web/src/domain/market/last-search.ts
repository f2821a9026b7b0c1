import { paths } from '@/domain/paths.ts'

let last = ''

/** Keeps the parameters of the search that is shown, for the way back to its results. */
export function rememberSearch(parameters: string) {
  last = parameters
}

export const lastSearchPath = () => (last ? `${paths.discover}?${last}` : paths.discover)
