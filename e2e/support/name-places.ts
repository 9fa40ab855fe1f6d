/** Returns visible texts of the screen, except code, whose letters, or the words beside them, are not where a reader expects them. */
export function misplacedNames(): string[] {
  const wrong = new Set<string>()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (const { index, 0: name } of (node.nodeValue ?? '').matchAll(/[\u0590-\u06FF][^~]*~\d+\.\d+~/g)) {
      const place = lineOf(node, index, index + name.length)
      if (!place || node.parentElement?.closest('pre, .q-hidden')) continue
      const [first, last] = [lineOf(node, index, index + 1), lineOf(node, index + name.length - 1, index + name.length)]
      if (first && last && first.left < last.left) wrong.add(`“${name}” is written from the left: ${around(node)}`)
      for (const side of ['before', 'after'] as const)
        for (const rect of rectsBeside(node, index, index + name.length, side)) {
          if (rect.bottom <= place.top + 2 || rect.top >= place.bottom - 2 || rect.width < 1) continue
          const isInPlace = side === 'before' ? rect.right <= place.left + 1 : rect.left >= place.right - 1
          if (!isInPlace) wrong.add(`What stands ${side} “${name}” is elsewhere: ${around(node)}`)
        }
    }
  }
  return [...wrong]

  /** Undefined where the text is hidden or broken into several lines. */
  function lineOf(node: Node, from: number, to: number): DOMRect | undefined {
    const range = document.createRange()
    range.setStart(node, from)
    range.setEnd(node, to)
    const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
    const tops = new Set(rects.map(({ top }) => Math.round(top)))
    return rects.length > 0 && tops.size === 1 ? range.getBoundingClientRect() : undefined
  }

  /** All text of the block on this side of the name. */
  function rectsBeside(node: Node, from: number, to: number, side: 'before' | 'after'): DOMRect[] {
    const block = blockOf(node)
    if (!block) return []
    const range = document.createRange()
    range.selectNodeContents(block)
    if (side === 'before') range.setEnd(node, from)
    else range.setStart(node, to)
    const inside = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
    const rects: DOMRect[] = []
    for (let one = inside.nextNode(); one; one = inside.nextNode()) {
      if (!range.intersectsNode(one) || blockOf(one) !== block) continue
      const part = document.createRange()
      part.selectNodeContents(one)
      if (one === node && side === 'before') part.setEnd(node, from)
      if (one === node && side === 'after') part.setStart(node, to)
      if (part.toString().replaceAll(/[\s\u2068\u2069]/g, '') !== '') rects.push(...part.getClientRects())
    }
    return rects
  }

  function blockOf(node: Node): Element | null {
    let element = node.parentElement
    while (element && getComputedStyle(element).display === 'inline') element = element.parentElement
    return element
  }

  function around(node: Node): string {
    const text = blockOf(node)?.textContent ?? ''
    return `${blockOf(node)?.tagName.toLowerCase()} “${text.slice(0, 160)}”`
  }
}
