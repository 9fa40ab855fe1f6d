import { Duplex } from 'node:stream'
import type { WireMessage, WireReply, WireRequest } from './wire-server'

/** Where requests go: an engine in this thread or in a worker. */
export type WireTransport = {
  send(request: WireRequest): void
  onReply(listener: (reply: WireReply) => void): void
}

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
      (messages) => this.transport.send({ connection: id, messages }),
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
    private readonly sendMessages: (messages: WireMessage[]) => void,
    private readonly forget: () => void,
  ) {
    super()
  }

  receive(reply: WireReply): void {
    if ('failure' in reply) {
      this.destroy(new Error(`The embedded database failed: ${reply.failure}`))
      return
    }
    for (const chunk of reply.chunks) this.push(chunk)
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
    this.unread = this.unread.length === 0 ? chunk : Buffer.concat([this.unread, chunk])
    const messages = this.takeWholeMessages()
    if (messages.length > 0) this.sendMessages(messages)
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

  private takeWholeMessages(): WireMessage[] {
    const messages: WireMessage[] = []
    let at = 0
    for (;;) {
      // The start-up message is the only one without a type byte before its length.
      const typeLength = this.started ? 1 : 0
      if (this.unread.length - at < typeLength + 4) break
      const length = typeLength + this.unread.readUInt32BE(at + typeLength)
      if (this.unread.length - at < length) break
      messages.push({ startup: !this.started, data: new Uint8Array(this.unread.subarray(at, at + length)) })
      this.started = true
      at += length
    }
    this.unread = this.unread.subarray(at)
    return messages
  }
}
