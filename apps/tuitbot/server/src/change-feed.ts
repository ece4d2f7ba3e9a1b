import { type FileWatch, watchFile } from '@tuitbot/core'

/** Tells that something has changed, whichever process has changed it; not what. */
export interface ChangeFeed {
  /** Names the latest state that is known. Another id means another state. */
  id(): string
  /** Calls back after every change. Returns how to stop. */
  subscribe(listener: () => void): () => void
}

/** Looks at the database's version while anybody listens. Between listeners it does nothing, and holds nothing open. */
export function createChangeFeed(
  path: string,
  {
    everyMs = 200,
    watch = watchFile,
  }: { everyMs?: number; watch?: (path: string) => FileWatch } = {},
): ChangeFeed {
  const instance = crypto.randomUUID().slice(0, 8)
  const listeners = new Set<() => void>()
  let count = 0
  let seen: number | undefined
  let stop: () => void = () => undefined

  const start = () => {
    const file = watch(path)
    // Whatever happened while nobody listened counts as a change.
    count += 1
    seen = versionOf(file)
    const timer = setInterval(() => {
      const version = versionOf(file) ?? seen
      if (version === seen) return
      seen = version
      count += 1
      for (const listener of listeners) listener()
    }, everyMs)
    timer.unref()
    stop = () => {
      clearInterval(timer)
      file.close()
    }
  }

  return {
    id: () => `${instance}-${count}`,
    subscribe(listener) {
      if (listeners.size === 0) start()
      listeners.add(listener)
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop()
      }
    },
  }
}

/** A database that cannot be read now is looked at again soon. */
function versionOf(file: FileWatch): number | undefined {
  try {
    return file.version()
  } catch {
    return undefined
  }
}
