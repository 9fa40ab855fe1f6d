import { Duplex } from 'node:stream'
import type { WireReply, WireRequest } from './wire-server'

/** Sends requests to an engine in this thread or in a worker. */
export type WireTransport = { send(request: WireRequest): void; onReply(listener: (reply: WireReply) => void): void }

/** Makes the sockets that the `pg` driver writes to. */
export class WireConnections {
  private readonly open = new Map<number, WireStream>()
  private opened = 0

  constructor(private readonly transport: WireTransport) {
    transport.onReply((reply) => this.open.get(reply.connection)?.receive(reply))
  }

  connect(): Duplex {
    const id = ++this.opened
    const stream = new WireStream(
      (startup, data) => this.transport.send({ connection: id, startup, data }),
      () => this.open.delete(id),
    )
    this.open.set(id, stream)
    return stream
  }

  breakAll(reason: Error): void {
    for (const stream of this.open.values()) stream.destroy(reason)
  }
}

class WireStream extends Duplex {
  private unread: Buffer = Buffer.alloc(0)
  private started = false

  constructor(
    private readonly sendMessages: (startup: boolean, data: Uint8Array) => void,
    private readonly forget: () => void,
  ) {
    super()
  }

  receive(reply: WireReply): void {
    if ('failure' in reply) {
      this.destroy(new Error(`The embedded database failed: ${reply.failure}`))
      return
    }
    if (reply.data.length > 0) this.push(reply.data)
  }

  /** The driver expects these of a socket. */
  connect(): void {
    setImmediate(() => this.emit('connect'))
  }
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.accept(chunk)
    done()
  }

  /** The driver writes the messages of one query in one go. */
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.accept(Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.forget()
    done(error)
  }

  private accept(chunk: Buffer): void {
    this.unread = this.unread.length === 0 ? chunk : Buffer.concat([this.unread, chunk])
    // The start-up message is the only one without a type byte before its length.
    if (!this.started && this.unread.length >= 4) this.sendUpTo(this.unread.readUInt32BE(0))
    let end = 0
    while (this.started && this.unread.length >= end + 5) {
      const next = end + 1 + this.unread.readUInt32BE(end + 1)
      if (next > this.unread.length) break
      end = next
    }
    this.sendUpTo(end)
  }

  private sendUpTo(end: number): void {
    if (end === 0 || this.unread.length < end) return
    this.sendMessages(!this.started, new Uint8Array(this.unread.subarray(0, end)))
    this.started = true
    this.unread = this.unread.subarray(end)
  }
}
