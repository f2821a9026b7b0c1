// Reports errors of the client to the address in the build (`VITE_SENTRY_DSN`). A build without an address contains
// no code for it; with an address, the library is loaded at the first error.

/** Reports an unexpected error, without personal data. */
export function reportFailure(error: unknown): void {
  if (!import.meta.env.VITE_SENTRY_DSN) return
  void import('./error-sender.ts').then(
    ({ sendError }) => sendError(error),
    () => {},
  )
}

/** Reports errors that no code caught. */
export function reportUncaught(): void {
  if (!import.meta.env.VITE_SENTRY_DSN) return
  // ResizeObserver loops and scripts of extensions cause events without an error object; they are ignored.
  addEventListener('error', ({ error }) => error && reportFailure(error))
  addEventListener('unhandledrejection', ({ reason }) => reportFailure(reason))
}
