import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startTerms } from '@/domain/use-terms.ts'
import { startI18n } from '@/lib/i18n/i18n.ts'
import { keepFocusOfButtons } from '@/ui/keep-focus.ts'
import { App, loadPage } from './app.tsx'
import { pageAt, namespacesOf } from './pages.ts'

/** Time after which the application renders before the page's code is loaded, with a loading screen. */
const IN_ONE_GO_WITHIN_MS = 2_000

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')

async function start(place: Element) {
  const page = pageAt(location.pathname)
  await Promise.all([
    startI18n(page === null ? [] : namespacesOf(page)),
    Promise.race([
      // Errors are ignored here: the router loads the page again and shows the error.
      loadPage(location.pathname).catch(() => {}),
      new Promise((resolve) => setTimeout(resolve, IN_ONE_GO_WITHIN_MS)),
    ]),
  ])
  startTerms()
  keepFocusOfButtons()
  // The script in a prerendered page hides the document when another path is opened; this shows it again.
  delete document.documentElement.dataset.hold
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

void start(root)
