/** Script tag of the entry, whose name contains a hash of everything that it imports. */
const ENTRY = /src="([^"]*\/assets\/index-[^"]+\.js)"/

/** The entry that this page was started with; null from a development server. */
export function ownEntry(): string | null {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  return ENTRY.exec(script?.outerHTML ?? '')?.[1] ?? null
}

/** True when the host serves another version by now. Offline, or when it is not known: false. */
export async function isReplaced(own: string | null, page: string): Promise<boolean> {
  if (own === null) return false
  try {
    const response = await fetch(page, { cache: 'no-cache' })
    const current = response.ok ? ENTRY.exec(await response.text())?.[1] : undefined
    return current !== undefined && current !== own
  } catch {
    return false
  }
}
