import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** A new connection may have sent data that has not been read yet. */
const freshMs = 400

/**
 * Closes connections that nothing was ever sent on, as browsers keep them ready: for Node they are at work, and would hold a
 * stop for all of its patience. From when the server is given, it knows them; `close` may be called again and again.
 */
export function watchUnused(server: Server): { close(): void } {
  const openedAt = new Map<Socket, number>()
  server.on('connection', (socket: Socket) => {
    openedAt.set(socket, performance.now())
    socket.once('close', () => openedAt.delete(socket))
  })
  return {
    close() {
      const now = performance.now()
      for (const [socket, since] of openedAt) {
        if (socket.bytesRead > 0) openedAt.delete(socket)
        else if (now - since >= freshMs) socket.destroy()
      }
    },
  }
}
