const OPEN = new WeakSet<object>()

/** Remembers of an error that an earlier attempt of the same write may have arrived, whatever became of the last. */
export function noteEarlierAttempt(error: unknown): void {
  if (typeof error === 'object' && error !== null) OPEN.add(error)
}

/** True when an earlier attempt of the write that ended in this error may have arrived. */
export function hadEarlierAttempt(error: unknown): boolean {
  return typeof error === 'object' && error !== null && OPEN.has(error)
}
