import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ROUTES, routeAt } from '@/domain/routes.ts'
import { startTerms } from '@/domain/use-terms.ts'
import { besideWords, wordsOf } from '@/domain/words.ts'
import { startI18n } from '@/lib/i18n.ts'
import { isRemembered } from '@/lib/stored-session.ts'
import { App, loadPage } from './app.tsx'

/** What does not come so soon is shown as it comes, under a screen that says what it waits for. */
const IN_ONE_GO_WITHIN_MS = 2_000

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')

/** The page that this address will show, as far as that is known yet: visitors have to sign in. */
function firstPage() {
  const name = routeAt(location.pathname)
  const isVisitor = !isRemembered()
  return name !== null && ROUTES[name].access === 'member' && isVisitor ? 'login' : name
}

async function start(place: Element) {
  const page = firstPage()
  await Promise.all([
    startI18n({ words: page === null ? [] : wordsOf(page), beside: besideWords }),
    Promise.race([
      // The router asks for it again, and shows what is wrong.
      loadPage(page).catch(() => {}),
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

// Nothing waits for it: the files that it loads are made of parts that stand in this one's file.
void start(root)
