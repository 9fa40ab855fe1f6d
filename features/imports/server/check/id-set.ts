/**
 * Which of many texts were there before, in 8 bytes each: a million ids of people take as much as a picture. Two texts in
 * 10^19 are taken for one, which a report of what is missing can bear; nothing is written by it.
 */
export class IdSet {
  private slots = new BigUint64Array(1_024)
  private count = 0

  get size(): number {
    return this.count
  }

  /** Whether it is new. */
  add(text: string): boolean {
    if (this.count * 2 >= this.slots.length) this.grow()
    return this.put(markOf(text))
  }

  has(text: string): boolean {
    const mark = markOf(text)
    return this.slots[this.slotOf(mark)] === mark
  }

  private put(mark: bigint): boolean {
    const slot = this.slotOf(mark)
    if (this.slots[slot] === mark) return false
    this.slots[slot] = mark
    this.count += 1
    return true
  }

  /** Where it stands, or the free slot that it would take. */
  private slotOf(mark: bigint): number {
    const mask = this.slots.length - 1
    let slot = Number(mark & 0xffffffffn) & mask
    while (this.slots[slot] !== 0n && this.slots[slot] !== mark) slot = (slot + 1) & mask
    return slot
  }

  private grow(): void {
    const old = this.slots
    this.slots = new BigUint64Array(old.length * 2)
    this.count = 0
    for (const mark of old) if (mark !== 0n) this.put(mark)
  }
}

/** Two different sums over the same text; never 0, which stands for a free slot. */
function markOf(text: string): bigint {
  let [one, other] = [0x811c9dc5, 0x9747b28c]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other ^ code, 0x5bd1e995) ^ (other >>> 13)
  }
  return (BigInt(one >>> 0) << 32n) | BigInt((other | 1) >>> 0)
}
