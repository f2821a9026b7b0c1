// A worker that holds many Realtime subscribers and counts what each of them is told.
import { parentPort, workerData } from 'node:worker_threads'
import { WebSocket } from 'ws'

export type Listeners = {
  url: string
  /** One subscriber for each; `filter` may be empty. */
  subscribers: { token: string; filter: string }[]
  table: string
}
export type Heard = { heard: number; at: number }

const { url, subscribers, table } = workerData as Listeners
function tell(message: Heard | 'joined') {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(message)
}

let joined = 0
let heard = 0

for (const { token, filter } of subscribers) {
  const socket = new WebSocket(`${url}/realtime/v1/websocket?apikey=sb_publishable_test&vsn=2.0.0`)
  socket.on('open', () => {
    const binding = { event: 'INSERT', schema: 'public', table, ...(filter ? { filter } : {}) }
    const payload = { access_token: token, config: { postgres_changes: [binding] } }
    socket.send(JSON.stringify(['1', '1', 'realtime:bench', 'phx_join', payload]))
  })
  socket.on('message', (data: Buffer) => {
    const text = data.toString('utf8', 0, 64)
    if (text.includes('"postgres_changes",{"ids"')) heard += 1
    else if (text.includes('"phx_reply"') && (joined += 1) === subscribers.length) {
      tell('joined')
    }
  })
}

let told = 0
setInterval(() => {
  if (heard === told) return
  told = heard
  tell({ heard, at: Date.now() })
}, 5)
