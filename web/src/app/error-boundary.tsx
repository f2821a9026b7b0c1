import { Component, type ReactNode } from 'react'
import { CONNECTIVITY_TIMEOUT_MS } from '@/lib/constants.ts'
import { textOr } from '@/lib/i18n/text.ts'
import { reportFailure } from './error-report.ts'
import page from '@/ui/page.module.css'
import styles from './error-boundary.module.css'

interface Props {
  children: ReactNode
  /** True to show the error inside the dashboard's frame instead of over the whole page. */
  inline?: boolean
  /** A new value, for example another path, clears the error. */
  resetKey?: string
}

/** `waiting`: the cause is being determined; nothing is shown meanwhile. */
type Failure = 'broken' | 'waiting' | 'unreachable'

interface State {
  failure: Failure | null
  resetKey?: string
}

/** True if the code of a page did not load: there is no connection, or a new release removed the old files. */
function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|Unable to preload CSS/.test(
      error.message,
    )
  )
}

async function isSiteReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  try {
    await fetch('/', {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(CONNECTIVITY_TIMEOUT_MS),
    })
    return true
  } catch {
    return false
  }
}

const RELOADED = 'kolpact-reloaded-at'
const RELOAD_AGAIN_MS = 30_000

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: isMissingCode(error) ? 'waiting' : 'broken' }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { failure: null, resetKey: props.resetKey }
  }

  override componentDidMount() {
    window.addEventListener('online', this.onOnline)
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.onOnline)
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
    if (isMissingCode(error)) void this.load()
    else reportFailure(error)
  }

  onOnline = () => {
    if (this.state.failure === 'unreachable') void this.load()
  }

  /** Reloads the page to get its code, but only with a connection: without one, the reload would lose the page that is still shown. */
  async load() {
    if (!(await isSiteReachable())) {
      this.setState(({ failure }) => ({ failure: failure && 'unreachable' }))
      return
    }
    const last = Number(sessionStorage.getItem(RELOADED) ?? 0)
    if (this.state.failure === 'waiting' && Date.now() - last < RELOAD_AGAIN_MS) {
      this.setState({ failure: 'broken' })
      return
    }
    // Nothing to do if the member has opened another page meanwhile.
    if (this.state.failure === null) return
    sessionStorage.setItem(RELOADED, String(Date.now()))
    location.reload()
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    if (failure === 'waiting') return null
    const Frame = this.props.inline ? 'div' : 'main'
    const isBroken = failure === 'broken'
    return (
      <Frame
        className={`${page.loading} ${styles.crash} ${this.props.inline ? styles.inline : ''}`}
        role="alert"
      >
        <h1>
          {isBroken
            ? textOr('common:crash_title', 'Something broke on our side')
            : textOr('common:unloaded_title', 'You are offline')}
        </h1>
        <p>
          {isBroken
            ? textOr('common:crash_text', 'The page could not be shown. Your data is safe.')
            : textOr('common:unloaded_text', 'This page opens once you are connected again.')}
        </p>
        <div className={page.ways}>
          <button
            type="button"
            className={styles.first}
            onClick={() => (isBroken ? location.reload() : void this.load())}
          >
            {textOr('common:retry', 'Try again')}
          </button>
          {isBroken && <a href="/">{textOr('common:crash_home', 'To the start')}</a>}
        </div>
      </Frame>
    )
  }
}
