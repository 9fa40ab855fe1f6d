/** Why an upload could not be read; the endpoint turns it into a sentence. */
export class UploadErrorCode extends Error {
  constructor(readonly kind: 'shape' | 'too-large' | 'cut' | 'too-slow') {
    super(`upload ${kind}`)
  }
}

const firstCapacity = 16 * 1024

/**
 * A request body that is read no further than requested and never buffered beyond the given limit. Chunks are copied
 * into one growing buffer, so a body in a million tiny chunks costs no more than in one.
 */
export class BoundedBody {
  private buffer = Buffer.alloc(firstCapacity)
  private start = 0
  private end = 0
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>

  constructor(
    stream: ReadableStream<Uint8Array>,
    private readonly deadline: AbortSignal,
  ) {
    this.reader = stream.getReader()
  }

  /**
   * Returns the bytes before `delimiter` and skips the delimiter. Throws once more than `limit` bytes arrive without
   * it.
   */
  async takeUntil(delimiter: string, limit: number): Promise<Buffer> {
    let searchFrom = this.start
    for (;;) {
      const at = this.buffer.subarray(0, this.end).indexOf(delimiter, searchFrom, 'latin1')
      if (at !== -1 && at - this.start <= limit) {
        const taken = Buffer.from(this.buffer.subarray(this.start, at))
        this.start = at + delimiter.length
        return taken
      }
      if (at !== -1 || this.end - this.start > limit + delimiter.length) throw new UploadErrorCode('too-large')
      // The delimiter may have come in part.
      searchFrom = Math.max(this.start, this.end - delimiter.length + 1)
      const moved = await this.readOn()
      searchFrom -= moved
    }
  }

  /** The same, handed on as it comes: no more of it than a piece is ever held. */
  async *pieces(delimiter: string, limit: number): AsyncGenerator<Buffer> {
    let size = 0
    for (;;) {
      const at = this.buffer.subarray(0, this.end).indexOf(delimiter, this.start, 'latin1')
      // A possible start of the delimiter waits for the rest.
      const whole = at === -1 ? this.end - delimiter.length + 1 : at
      if (whole > this.start) {
        size += whole - this.start
        if (size > limit) throw new UploadErrorCode('too-large')
        yield Buffer.from(this.buffer.subarray(this.start, whole))
        this.start = whole
      }
      if (at !== -1) {
        this.start = at + delimiter.length
        return
      }
      await this.readOn()
    }
  }

  async take(count: number): Promise<Buffer> {
    while (this.end - this.start < count) await this.readOn()
    const taken = Buffer.from(this.buffer.subarray(this.start, this.start + count))
    this.start += count
    return taken
  }

  /** Discards the rest of the body. */
  async close(): Promise<void> {
    await this.reader.cancel().catch(() => undefined)
  }

  /** Returns by how much the bytes in the buffer moved forward. */
  private async readOn(): Promise<number> {
    const { done, value } = await this.readChunk()
    if (done) throw new UploadErrorCode('cut')
    const moved = this.makeRoom(value.length)
    this.buffer.set(value, this.end)
    this.end += value.length
    return moved
  }

  private async readChunk() {
    if (this.deadline.aborted) throw new UploadErrorCode('too-slow')
    let expire = () => {}
    const late = new Promise<never>((_, reject) => {
      expire = () => reject(new UploadErrorCode('too-slow'))
      this.deadline.addEventListener('abort', expire, { once: true })
    })
    try {
      return await Promise.race([this.reader.read(), late])
    } catch (error) {
      // The connection broke; its own message is useless.
      throw error instanceof UploadErrorCode ? error : new UploadErrorCode('cut')
    } finally {
      this.deadline.removeEventListener('abort', expire)
    }
  }

  private makeRoom(length: number): number {
    if (this.end + length <= this.buffer.length) return 0
    const held = this.end - this.start
    const moved = this.start
    const roomier =
      held + length <= this.buffer.length / 2
        ? this.buffer
        : Buffer.alloc(Math.max(this.buffer.length * 2, held + length))
    this.buffer.copy(roomier, 0, this.start, this.end)
    this.buffer = roomier
    this.start = 0
    this.end = held
    return moved
  }
}
