/** Hands a text made in the browser to the person as a download. */
export function saveTextFile(fileName: string, text: string, type = 'text/csv;charset=utf-8') {
  saveBlob(fileName, new Blob([text], { type }))
}

export function saveBlob(fileName: string, content: Blob) {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // Some browsers read the address only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
