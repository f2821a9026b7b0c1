import type { Connection, PoolClient, Submittable } from 'pg'

/** Asks the database for the types of a statement's parameters. */
export function describeParameters(client: PoolClient, text: string): Promise<number[]> {
  return new Promise((resolve, reject) => {
    client.query(new Describe(text, resolve, reject))
  })
}

type Wire = Connection & {
  parse(query: { text: string; name: string; types: number[] }): void
  describe(statement: { type: 'S'; name: string }): void
  sync(): void
}

/** A "query" of pg that stops after the description: Parse, Describe, Sync. */
class Describe implements Submittable {
  readonly text: string
  readonly resolve: (types: number[]) => void
  readonly reject: (error: Error) => void
  types: number[] = []

  constructor(text: string, resolve: (types: number[]) => void, reject: (error: Error) => void) {
    this.text = text
    this.resolve = resolve
    this.reject = reject
  }

  submit(connection: Connection) {
    const wire = connection as Wire
    const keep = ({ dataTypeIDs }: { dataTypeIDs: number[] }) => (this.types = dataTypeIDs)
    wire.once('parameterDescription', keep)
    wire.once('readyForQuery', () => wire.off('parameterDescription', keep))
    wire.parse({ text: this.text, name: '', types: [] })
    wire.describe({ type: 'S', name: '' })
    wire.sync()
  }

  // pg calls this method for every query, so it has to exist.
  handleRowDescription() {}
  // After an error pg does not call `handleReadyForQuery`, so the promise ends here.
  handleError(error: Error) {
    this.reject(error)
  }
  handleReadyForQuery() {
    this.resolve(this.types)
  }
}
