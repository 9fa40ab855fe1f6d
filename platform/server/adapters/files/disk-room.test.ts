import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { diskRoom } from './disk-room'

it('tells how much of a disk is free', async () => {
  const room = await diskRoom(tmpdir()).read()
  expect(room?.totalBytes).toBeGreaterThan(0)
  expect(room?.freeBytes).toBeLessThanOrEqual(room?.totalBytes ?? 0)
})

it('tells nothing of a folder that is not there', async () => {
  expect(await diskRoom('/nowhere/at/all').read()).toBeNull()
})

it('waits a second at most for a disk that does not answer, and asks it once', async () => {
  let looks = 0
  const room = diskRoom('/away', () => {
    looks += 1
    return new Promise(() => undefined)
  })
  expect(await Promise.all([room.read(), room.read()])).toEqual([null, null])
  expect(looks).toBe(1)
})
