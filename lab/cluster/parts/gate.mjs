import { connect, createServer } from 'node:net'

/** A proxy to `target` on loopback that can be cut like a broken cable: nothing passes and neither side notices. */
export async function openGate(target) {
  const pairs = new Set()
  let isCut = false
  const server = createServer((inner) => {
    const outer = connect(target, '127.0.0.1')
    const pair = { inner, outer }
    pairs.add(pair)
    for (const socket of [inner, outer]) {
      socket.on('error', () => {})
      socket.on('close', () => {
        pairs.delete(pair)
        inner.destroy()
        outer.destroy()
      })
    }
    if (isCut) return
    join(pair)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: server.address().port,
    cut() {
      isCut = true
      for (const { inner, outer } of pairs) {
        for (const socket of [inner, outer]) socket.unpipe().pause()
      }
    },
    mend() {
      isCut = false
      // Connections from the meantime are as good as lost.
      for (const { inner } of pairs) inner.destroy()
    },
  }
}

function join({ inner, outer }) {
  inner.pipe(outer)
  outer.pipe(inner)
}
