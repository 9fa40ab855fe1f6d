import type { PGlite } from '@electric-sql/pglite'

/** Whole messages of the wire protocol, one after the other; `startup`: the one that opens a connection. */
export type WireRequest = { connection: number; startup: boolean; data: Uint8Array }
export type WireReply = { connection: number; data: Uint8Array } | { connection: number; failure: string }

const queryType = 81

/** Answers PostgreSQL wire messages with the embedded engine, one request at a time. */
export class WireServer {
  private last: Promise<unknown> = Promise.resolve()

  constructor(private readonly engine: PGlite) {}

  answer(request: WireRequest): Promise<WireReply> {
    const reply = this.last.then(() => this.run(request))
    this.last = reply
    return reply
  }

  /** The engine takes all messages up to the next Sync at once, which is twice as fast as one by one. */
  private async run({ connection, startup, data }: WireRequest): Promise<WireReply> {
    try {
      if (startup) await this.forgetLastConnection()
      const chunks: Uint8Array[] = []
      // The engine would read its own answer otherwise, for callers without a driver.
      await this.engine.execProtocolRawStream(data, { onRawData: (chunk) => void chunks.push(chunk.slice()) })
      return { connection, data: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks) }
    } catch (error) {
      return { connection, failure: error instanceof Error ? error.message : String(error) }
    }
  }

  /** There is one backend for all connections: what the one before left open or prepared must go. */
  private async forgetLastConnection(): Promise<void> {
    await this.engine.execProtocolRaw(queryMessage('ROLLBACK'))
    await this.engine.execProtocolRaw(queryMessage('DISCARD ALL'))
  }
}

function queryMessage(text: string): Uint8Array {
  const body = Buffer.from(`${text}\0`)
  const head = Buffer.alloc(5)
  head.writeUInt8(queryType, 0)
  head.writeUInt32BE(4 + body.length, 1)
  return new Uint8Array(Buffer.concat([head, body]))
}
