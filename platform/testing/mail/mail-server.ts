import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type TestMailServer = {
  port: number
  /** Received emails, parsed as a mail client does. */
  received(): Promise<Email[]>
  empty(): void
  close(): Promise<void>
}

/**
 * Starts a real mail server on loopback. `refusal`: its response to every recipient; `bodyRefusal`: its response to
 * every email body.
 */
export async function startMailServer({
  port = 0,
  refusal,
  bodyRefusal,
}: { port?: number; refusal?: number; bodyRefusal?: number } = {}): Promise<TestMailServer> {
  const received: Promise<Email>[] = []
  const refusing: SMTPServerOptions = {
    onRcptTo: (_recipient, _session, done) => done(Object.assign(new Error('Not here'), { responseCode: refusal })),
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (bodyRefusal) return done(Object.assign(new Error('No room'), { responseCode: bodyRefusal }))
        received.push(PostalMime.parse(Buffer.concat(chunks)))
        done()
      })
    },
    ...(refusal === undefined ? {} : refusing),
  })
  return new Promise((resolve) => {
    const listening = server.listen(port, '127.0.0.1', () => {
      const { port: taken } = listening.address() as AddressInfo
      resolve({
        port: taken,
        received: () => Promise.all(received),
        empty: () => void received.splice(0),
        close: () => new Promise((closed) => server.close(() => closed())),
      })
    })
  })
}
