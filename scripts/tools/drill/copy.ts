import type { Connection, Submittable } from 'pg'
import type pg from 'pg'
import { gunzipSync, gzipSync } from 'node:zlib'

type Wire = Connection & {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** All rows of a `copy … to stdout`, compressed. */
export async function copyOut(client: pg.ClientBase, text: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  // pg reads the next message into the same memory.
  await run(client, text, { onData: (chunk) => chunks.push(Buffer.from(chunk)) })
  return gzipSync(Buffer.concat(chunks), { level: 1 })
}

/** Sends what `copyOut` returned to a `copy … from stdin`. */
export async function copyIn(client: pg.ClientBase, text: string, rows: Buffer): Promise<void> {
  await run(client, text, { rows: gunzipSync(rows) })
}

type Ends = { onData?: (chunk: Buffer) => void; rows?: Buffer }

function run(client: pg.ClientBase, text: string, ends: Ends): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new Copy(text, ends, resolve, reject))
  })
}

/** A "query" of pg that implements the part of the protocol that `copy` needs. */
class Copy implements Submittable {
  readonly text: string
  readonly ends: Ends
  readonly resolve: () => void
  readonly reject: (error: Error) => void

  constructor(text: string, ends: Ends, resolve: () => void, reject: (error: Error) => void) {
    this.text = text
    this.ends = ends
    this.resolve = resolve
    this.reject = reject
  }

  submit(connection: Connection) {
    ;(connection as Wire).query(this.text)
  }

  handleCopyInResponse(connection: Wire) {
    if (this.ends.rows?.length) connection.sendCopyFromChunk(this.ends.rows)
    connection.endCopyFrom()
  }

  handleCopyData({ chunk }: { chunk: Buffer }) {
    this.ends.onData?.(chunk)
  }

  // Called by pg for every query, whatever it is.
  handleCommandComplete() {}
  handleRowDescription() {}
  handleError(error: Error) {
    this.reject(error)
  }
  handleReadyForQuery() {
    this.resolve()
  }
}
