/** Script tag of the entry. Its name contains a hash of all code that it imports. */
const ENTRY = /src="([^"]*\/assets\/index-[^"]+\.js)"/

/** The entry with which this page was started; null on a development server. */
export function ownEntry(): string | null {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  return ENTRY.exec(script?.outerHTML ?? '')?.[1] ?? null
}

/** True if the host serves another version now; false if it cannot be reached or the version is unknown. */
export async function isVersionReplaced(own: string | null, page: string): Promise<boolean> {
  if (own === null) return false
  try {
    const response = await fetch(page, { cache: 'no-cache' })
    const current = response.ok ? ENTRY.exec(await response.text())?.[1] : undefined
    return current !== undefined && current !== own
  } catch {
    return false
  }
}
