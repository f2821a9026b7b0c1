import type { Page } from '@playwright/test'

/** How many entries a store of this browser has. */
export const stored = (page: Page, store: 'outbox' | 'files') =>
  page.evaluate(
    (name) =>
      new Promise<number>((done) => {
        const opening = indexedDB.open('kolpact')
        opening.addEventListener('success', () => {
          const counted = opening.result.transaction(name).objectStore(name).count()
          counted.addEventListener('success', () => {
            opening.result.close()
            done(counted.result)
          })
        })
      }),
    store,
  )
