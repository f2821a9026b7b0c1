import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startTerms } from '@/domain/use-terms.ts'
import { startI18n } from '@/lib/i18n.ts'
import { App, loadPage } from './app.tsx'
import { pageAt, wordsOf } from './pages.ts'

/** A page that takes longer is shown as it comes, under a screen that says what it waits for. */
const IN_ONE_GO_WITHIN_MS = 2_000

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')

async function start(place: Element) {
  const page = pageAt(location.pathname)
  await Promise.all([
    startI18n(page === null ? [] : wordsOf(page)),
    Promise.race([
      // The router asks for it again, and shows what is wrong.
      loadPage(location.pathname).catch(() => {}),
      new Promise((resolve) => setTimeout(resolve, IN_ONE_GO_WITHIN_MS)),
    ]),
  ])
  startTerms()
  // Set where a finished page of another path was answered; what it hides is replaced now.
  delete document.documentElement.dataset.hold
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

void start(root)
