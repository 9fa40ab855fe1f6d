import type { PGlite } from '@electric-sql/pglite'

export type WireMessage = { startup: boolean; data: Uint8Array }
export type WireRequest = { connection: number; messages: WireMessage[] }
export type WireReply = { connection: number; chunks: Uint8Array[] } | { connection: number; failure: string }

const typeOf = { query: 81, sync: 83, terminate: 88, error: 69 } as const

/** Answers PostgreSQL wire messages with the embedded engine, one request at a time. */
export class WireServer {
  private skipping = false
  private last: Promise<unknown> = Promise.resolve()

  constructor(private readonly engine: PGlite) {}

  answer(request: WireRequest): Promise<WireReply> {
    const reply = this.last.then(() => this.run(request))
    this.last = reply
    return reply
  }

  private async run({ connection, messages }: WireRequest): Promise<WireReply> {
    const chunks: Uint8Array[] = []
    try {
      for (const message of messages) {
        const chunk = await this.runMessage(message)
        if (chunk && chunk.length > 0) chunks.push(chunk)
      }
      return { connection, chunks }
    } catch (error) {
      return { connection, failure: error instanceof Error ? error.message : String(error) }
    }
  }

  private async runMessage({ startup, data }: WireMessage): Promise<Uint8Array | null> {
    if (startup) await this.forgetLastConnection()
    const type = startup ? null : data[0]
    if (type === typeOf.terminate) return null
    // The engine takes each message by itself; skipping to Sync after an error is left to us.
    if (this.skipping && type !== typeOf.sync) return null
    const output = (await this.engine.execProtocolRaw(data)).slice()
    if (type === typeOf.sync) this.skipping = false
    else if (type !== typeOf.query && !startup && containsError(output)) this.skipping = true
    return output
  }

  /** There is one backend for all connections: what the one before left open or prepared must go. */
  private async forgetLastConnection(): Promise<void> {
    this.skipping = false
    await this.engine.execProtocolRaw(queryMessage('ROLLBACK'))
    await this.engine.execProtocolRaw(queryMessage('DISCARD ALL'))
  }
}

function containsError(output: Uint8Array): boolean {
  const view = new DataView(output.buffer, output.byteOffset, output.byteLength)
  for (let at = 0; at + 5 <= output.length; at += 1 + view.getUint32(at + 1)) {
    if (output[at] === typeOf.error) return true
  }
  return false
}

function queryMessage(text: string): Uint8Array {
  const body = Buffer.from(`${text}\0`)
  const head = Buffer.alloc(5)
  head.writeUInt8(typeOf.query, 0)
  head.writeUInt32BE(4 + body.length, 1)
  return new Uint8Array(Buffer.concat([head, body]))
}
