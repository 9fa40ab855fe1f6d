const intervalMs = 250

/**
 * npm hands SIGTERM to the shell between it and us, and the shell dies without passing it on.
 * A server left behind would keep the lock on its data folder, so a change of parent counts as the signal.
 */
export function onParentGone(stop) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, intervalMs)
  timer.unref()
}
