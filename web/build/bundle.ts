// Finds chunks and styles in a finished build.
import type { Rolldown } from 'vite'

export type Chunk = Rolldown.OutputChunk

/** The chunk that contains the module with this end of its path. */
export function chunkOf(bundle: Rolldown.OutputBundle, end: string): Chunk {
  const found = Object.values(bundle).find(
    (each) => each.type === 'chunk' && each.moduleIds.some((id) => id.endsWith(end)),
  )
  if (found?.type !== 'chunk') throw new Error(`no chunk holds ${end}`)
  return found
}

/** All chunks that these modules need, each after its imports. */
export function chunksFor(bundle: Rolldown.OutputBundle, ...ends: string[]): Chunk[] {
  const seen = new Set<Chunk>()
  const found = new Set<Chunk>()
  function add(chunk: Chunk) {
    if (seen.has(chunk)) return
    seen.add(chunk)
    for (const name of chunk.imports) {
      const other = bundle[name]
      if (other?.type === 'chunk') add(other)
    }
    found.add(chunk)
  }
  for (const end of ends) add(chunkOf(bundle, end))
  return [...found]
}

export const stylesOf = (chunks: Chunk[]): string[] => [
  ...new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])),
]
