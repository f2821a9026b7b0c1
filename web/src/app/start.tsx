import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startTerms } from '@/domain/use-terms.ts'
import { startI18n } from '@/lib/i18n.ts'
import { App } from './app.tsx'

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')

await startI18n()
startTerms()
// Set where a finished page of another path was answered; what it hides is replaced now.
delete document.documentElement.dataset.hold
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
