import type { PGlite } from '@electric-sql/pglite'

/** Whole messages of the wire protocol, one after the other; `startup`: the one that opens a connection. */
export type WireRequest = { connection: number; startup: boolean; data: Uint8Array }
export type WireReply = { connection: number; data: Uint8Array } | { connection: number; failure: string }

const queryType = 81
/** The engine hands out 8 kB at a time: a message to another thread for each costs more than the copy into fewer. */
const replyBytes = 256 * 1_024

/** Answers PostgreSQL wire messages with the embedded engine, one request at a time, each in as many replies as it takes. */
export class WireServer {
  private last: Promise<void> = Promise.resolve()

  constructor(
    private readonly engine: PGlite,
    private readonly reply: (reply: WireReply) => void,
    private readonly forgetting = 'DISCARD ALL',
  ) {}

  answer(request: WireRequest): void {
    this.last = this.last.then(() => this.run(request))
  }

  /** The engine processes all messages up to the next Sync together, which is twice as fast as one by one. */
  private async run({ connection, startup, data }: WireRequest): Promise<void> {
    let chunks: Uint8Array[] = []
    let size = 0
    const handOver = () => {
      const [first] = chunks
      // A small buffer of Node's lies in a large one, which would go along to the other thread.
      if (first) this.reply({ connection, data: chunks.length === 1 ? first : Buffer.concat(chunks) })
      chunks = []
      size = 0
    }
    try {
      if (startup) await this.forgetLastConnection()
      // The engine would read its own answer otherwise, for callers without a driver.
      await this.engine.execProtocolRawStream(data, {
        onRawData: (chunk) => {
          chunks.push(chunk.slice())
          size += chunk.length
          if (size >= replyBytes) handOver()
        },
      })
      handOver()
    } catch (error) {
      this.reply({ connection, failure: error instanceof Error ? error.message : String(error) })
    }
  }

  /** There is one backend for all connections: what the one before left open or prepared must go. */
  private async forgetLastConnection(): Promise<void> {
    await this.engine.execProtocolRaw(queryMessage('ROLLBACK'))
    await this.engine.execProtocolRaw(queryMessage(this.forgetting))
  }
}

export function queryMessage(text: string): Uint8Array {
  const body = Buffer.from(`${text}\0`)
  const head = Buffer.alloc(5)
  head.writeUInt8(queryType, 0)
  head.writeUInt32BE(4 + body.length, 1)
  return new Uint8Array(Buffer.concat([head, body]))
}
