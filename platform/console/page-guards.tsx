/** Guards the page against what browsers, their tools and quick hands do to it. */
export function guardPage(): void {
  leaveComposingKeys()
  chooseHighlighted()
  leaveSecondClicks()
  keepReplacedTexts()
  hyphenateCopiedMinus()
}

/** While an input method composes a word, Enter, Escape and arrows choose it: no handler of the page receives them. */
function leaveComposingKeys(): void {
  const leave = (event: KeyboardEvent) => {
    // Safari ends the composition before the Enter that confirms it, which only this code reveals.
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', leave, { capture: true })
}

/** Mantine marks an option at once, but chooses by an index that a timer resets after opening. */
function chooseHighlighted(): void {
  const choose = (event: KeyboardEvent) => {
    const { key, target } = event
    const list = key === 'Enter' && target instanceof Element && target.getAttribute('aria-controls')
    const option = list && document.getElementById(list)?.querySelector<HTMLElement>('[data-combobox-selected]')
    if (!option) return
    event.preventDefault()
    event.stopImmediatePropagation()
    option.click()
  }
  window.addEventListener('keydown', choose, { capture: true })
}

/** The second click of a double click presses no button that has just replaced the first, such as one that can't be undone. */
function leaveSecondClicks(): void {
  let pressed: string | undefined
  const leave = (event: MouseEvent) => {
    const label = event.target instanceof Element ? event.target.closest('button, a')?.textContent : undefined
    if (event.detail > 1 && label !== undefined && label !== pressed) {
      event.preventDefault()
      event.stopImmediatePropagation()
    } else pressed = label
  }
  window.addEventListener('click', leave, { capture: true })
}

/** `words` is the text before translation, `shown` the translator's node. */
type Replaced = { words: string; shown: ChildNode }

/**
 * Translators replace text nodes by their own. React still holds the replaced node, fails when it removes it, and
 * updates it unseen. So it returns to the page, empty, and what React does to it then applies to the translation.
 */
function keepReplacedTexts(): void {
  const replaced = new WeakMap<Node, Replaced>()
  const textOf = new WeakMap<Node, Text>()

  const replace = (text: Text, shown: ChildNode) => {
    const words = replaced.get(text)?.words ?? text.data
    if (shown.contains(text)) text.replaceWith(text.cloneNode())
    shown.before(text)
    text.data = ''
    replaced.set(text, { words, shown })
    textOf.set(shown, text)
  }
  const restore = (text: Text) => {
    const found = replaced.get(text)
    if (!found) return
    replaced.delete(text)
    text.data ||= found.words
    // The text counts as new, so that the translator translates it again.
    if (found.shown.isConnected) found.shown.replaceWith(text)
  }
  const follow = (text: Text, { shown }: Replaced) => {
    if (!text.isConnected) shown.remove()
    else if (shown.isConnected) text.after(shown)
    else restore(text)
  }
  const change = (text: Node) => {
    // Words may have moved between neighbors, so all of them return.
    if (replaced.has(text) && text.nodeValue !== '' && text.parentNode)
      for (const sibling of Array.from(text.parentNode.childNodes)) if (sibling instanceof Text) restore(sibling)
  }
  const observer = new MutationObserver((records) => {
    const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]).filter(isForeign))
    for (const record of records) {
      if (record.type === 'characterData') change(record.target)
      for (const node of record.removedNodes) {
        const known = replaced.get(node)
        const text = textOf.get(node) ?? (node instanceof Text ? node : undefined)
        if (node instanceof Text && known) follow(node, known)
        else if (text && (node !== text || text.data.trim() !== '')) {
          const shown = findReplacement(record, added)
          added.delete(shown as ChildNode)
          if (shown) replace(text, shown)
          else if (!node.isConnected) restore(text)
        }
      }
    }
    // Its own changes.
    observer.takeRecords()
  })
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
}

/** Chrome and Edge add `font`, which the console never does; Safari and Firefox add text nodes. */
const isForeign = (node: Node): node is ChildNode => node instanceof Text || node.nodeName === 'FONT'

function findReplacement(record: MutationRecord, added: ReadonlySet<ChildNode>): ChildNode | undefined {
  const { target, addedNodes, previousSibling, nextSibling } = record
  const here = [...added].filter((node) => node.parentNode === target)
  const beside = new Set<Node | null>([...addedNodes, previousSibling, nextSibling])
  return here.find((node) => beside.has(node)) ?? here.find(({ nodeName }) => nodeName === 'FONT')
}

/** Copies a minus sign before a figure as a hyphen: spreadsheets read "−$17.16" as text. */
function hyphenateCopiedMinus(): void {
  document.addEventListener('copy', (event) => {
    const text = document.getSelection()?.toString() ?? ''
    const readable = text.replaceAll(/−(?=[^\s\d]{0,4}\s?\d)/g, '-')
    if (readable === text || event.defaultPrevented) return
    event.clipboardData?.setData('text/plain', readable)
    event.preventDefault()
  })
}
