/** Copies a minus sign before a figure as a hyphen: spreadsheets read "−$17.16" as text. */
export function watchCopiedMinus(): void {
  document.addEventListener('copy', (event) => {
    const text = document.getSelection()?.toString() ?? ''
    const readable = text.replaceAll(/−(?=[^\s\d]{0,4}\s?\d)/g, '-')
    if (readable === text || event.defaultPrevented) return
    event.clipboardData?.setData('text/plain', readable)
    event.preventDefault()
  })
}
