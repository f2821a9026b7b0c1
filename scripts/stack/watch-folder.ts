import { readdirSync, watch, type FSWatcher } from 'node:fs'
import { join } from 'node:path'

/** The time to wait after a change, because editors write a file in several steps. */
const SETTLE_MS = 40
const AGAIN_MS = 1000

/**
 * Calls `onChange` when something in a folder has changed. Each subfolder is watched separately, and again after each
 * change, because Node's recursive watch loses a file that an editor replaces by a new one.
 */
export function watchFolder(folder: string, onChange: () => void): { close(): void } {
  let watchers: FSWatcher[] = []
  let timer: NodeJS.Timeout | undefined

  function listen() {
    stop()
    const inside = readdirSync(folder, { recursive: true, withFileTypes: true })
    const folders = inside.filter((each) => each.isDirectory())
    for (const path of [folder, ...folders.map(({ parentPath, name }) => join(parentPath, name))])
      watchers.push(watch(path, settle).on('error', settle))
  }

  function settle() {
    clearTimeout(timer)
    timer = setTimeout(() => {
      try {
        listen()
      } catch {
        timer = setTimeout(settle, AGAIN_MS) // a folder was deleted meanwhile
        return
      }
      onChange()
    }, SETTLE_MS)
  }

  function stop() {
    for (const watcher of watchers) watcher.close()
    watchers = []
  }

  listen()
  return {
    close() {
      clearTimeout(timer)
      stop()
    },
  }
}
