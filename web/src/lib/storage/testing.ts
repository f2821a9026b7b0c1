// Helpers for tests of the browser's storage.

/** A storage whose entries are in a map of the test. */
export const storageOf = (kept: Map<string, string>) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
})

/** A storage with its keys as own properties, like the browser's. */
export class KeyedStorage {
  getItem(key: string) {
    return (this as unknown as Record<string, string>)[key] ?? null
  }
  setItem(key: string, value: string) {
    Object.assign(this, { [key]: value })
  }
  removeItem(key: string) {
    delete (this as unknown as Record<string, string>)[key]
  }
}
