// Errors of the client are reported to the address of the build (`VITE_SENTRY_DSN`). Without one this is no
// code at all; with one, the library comes when something has failed.

/** Reports what nobody expected, without what could be personal. */
export function reportFailure(error: unknown): void {
  if (!import.meta.env.VITE_SENTRY_DSN) return
  void import('./error-sender.ts').then(
    ({ sendError }) => sendError(error),
    () => {},
  )
}

/** Reports what nothing has caught. */
export function reportUncaught(): void {
  if (!import.meta.env.VITE_SENTRY_DSN) return
  // Browsers report loops of observers, and scripts of extensions, without an error.
  addEventListener('error', ({ error }) => error && reportFailure(error))
  addEventListener('unhandledrejection', ({ reason }) => reportFailure(reason))
}
