import { statfs } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { DiskRoom } from '../../ports'

/** A disk that has gone away answers never; who asks must not wait for it. */
const patienceMs = 1_000

type Disk = { bavail: number; blocks: number; bsize: number }

/** Runs one check at a time: a check that hangs blocks a thread of the process. */
export function diskRoom(folder: string, look?: (folder: string) => Promise<Disk>): DiskRoom {
  let looking: ReturnType<DiskRoom['read']> | undefined
  return {
    async read() {
      looking ??= readDisk(folder, look)
        .catch(() => null)
        .finally(() => {
          looking = undefined
        })
      return Promise.race([looking, setTimeout(patienceMs, null, { ref: false })])
    },
  }
}

/** Returns the disk's size and its free bytes, without the part reserved for root. */
export async function readDisk(folder: string, look: (folder: string) => Promise<Disk> = statfs) {
  const disk = await look(folder)
  return { freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize }
}
