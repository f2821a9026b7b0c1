// Shared by the tests of what a browser keeps.

/** A storage whose content is a map of the test's. */
export const storageOf = (kept: Map<string, string>) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
})

/** A storage like the browser's, with its keys as own properties. */
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
