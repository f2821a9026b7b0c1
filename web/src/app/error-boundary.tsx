import { Component, type ReactNode } from 'react'
import { i18n } from '@/lib/i18n.ts'
import styles from './error-boundary.module.css'

interface Props {
  children: ReactNode
  /** Shown inside the dashboard's frame instead of over the whole page. */
  inline?: boolean
  /** Another value starts afresh: the path, for example. */
  resetKey?: string
}

interface State {
  failed: boolean
  resetKey?: string
}

/** A new release removes the files of the old one; the page that asks for them needs a reload. */
function isOldRelease(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed/.test(error.message)
  )
}

const RELOADED = 'kolpact-reloaded-at'

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
    const last = Number(sessionStorage.getItem(RELOADED) ?? 0)
    if (isOldRelease(error) && navigator.onLine && Date.now() - last > 30_000) {
      sessionStorage.setItem(RELOADED, String(Date.now()))
      location.reload()
    }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    const Frame = this.props.inline ? 'div' : 'main'
    return (
      <Frame className={`${styles.crash} ${this.props.inline ? styles.inline : ''}`} role="alert">
        <h1>{i18n.t('common:crash_title', 'Something broke on our side')}</h1>
        <p>{i18n.t('common:crash_text', 'The page could not be shown. Your data is safe.')}</p>
        <div className={styles.actions}>
          <button type="button" onClick={() => location.reload()}>
            {i18n.t('common:retry', 'Try again')}
          </button>
          <a href="/">{i18n.t('common:crash_home', 'To the start')}</a>
        </div>
      </Frame>
    )
  }
}
