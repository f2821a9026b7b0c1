import type { Page, WebSocketRoute } from '@playwright/test'

// Deliberate network faults between the browser and the backend.

/** Drops changes without an error while the subscription stays open, as Realtime does at its rate limit. */
export async function loseChanges(page: Page): Promise<void> {
  await page.routeWebSocket(/realtime/, (socket: WebSocketRoute) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      const [, , , event] = JSON.parse(String(message)) as unknown[]
      if (event !== 'postgres_changes') socket.send(message)
    })
  })
}

/** Dispatches the events of a tab that is hidden; the returned function dispatches those of a tab that is shown again. */
export async function leaveTab(page: Page): Promise<() => Promise<void>> {
  const show = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await show('hidden')
  return () => show('visible')
}

/** Silences sockets without closing them, as when a device leaves its network: nothing arrives any more. */
export async function silenceSockets(
  page: Page,
): Promise<{ count: () => number; cut: () => void }> {
  let opened = 0
  let silenced = 0
  await page.routeWebSocket(/realtime/, (socket: WebSocketRoute) => {
    const number = (opened += 1)
    const server = socket.connectToServer()
    const isSilent = () => number <= silenced
    socket.onMessage((message) => void (isSilent() || server.send(message)))
    server.onMessage((message) => void (isSilent() || socket.send(message)))
  })
  return { count: () => opened, cut: () => (silenced = opened) }
}
