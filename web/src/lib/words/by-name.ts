export type Words = Record<string, unknown>

/** The catalogues of one language by their names; those of the notices are named by language. */
export function byName(files: Record<string, Words>): Record<string, Words> {
  return Object.fromEntries(
    Object.entries(files).map(([path, words]) => [
      path.includes('/notices/') ? 'notices' : path.replace(/^.*\/|\.json$/g, ''),
      words,
    ]),
  )
}
