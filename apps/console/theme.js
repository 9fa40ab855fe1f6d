// Runs before the first paint, so that a chosen scheme never flashes in the other one.
;(function () {
  try {
    const chosen = JSON.parse(localStorage.getItem('quaff.preferences') || '{}')
    const root = document.documentElement
    if (chosen.theme === 'light' || chosen.theme === 'dark') root.dataset.theme = chosen.theme
    if (chosen.density === 'compact') root.dataset.density = 'compact'
  } catch {
    // Storage is switched off: the system's scheme is used.
  }
})()
