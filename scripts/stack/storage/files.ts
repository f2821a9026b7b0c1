import { createReadStream, mkdirSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'

/** Stores the bytes of objects: one file per version, named by the version alone, so that a key is never a path. */
export function openFiles(folder: string) {
  mkdirSync(folder, { recursive: true })
  const place = (version: string) => join(folder, version.slice(0, 2), version)
  return {
    async write(version: string, bytes: Uint8Array) {
      await mkdir(join(folder, version.slice(0, 2)), { recursive: true })
      await writeFile(place(version), bytes)
    },
    read: (version: string) =>
      Readable.toWeb(createReadStream(place(version))) as ReadableStream<Uint8Array>,
    async remove(version: string) {
      await rm(place(version), { force: true })
      await rm(`${place(version)}.json`, { force: true }) // the state of a resumable upload
    },
  }
}

export type Files = ReturnType<typeof openFiles>
