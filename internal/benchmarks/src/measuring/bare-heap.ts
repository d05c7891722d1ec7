const TICK_MS = 50

/**
 * Runs the simplest possible poller for comparison: times in a heap, one timer that fires at most
 * every 50 ms, and a callback that is not awaited.
 *
 * @returns The function that stops the poller.
 */
export function runBareHeap(
  pollers: number,
  everySeconds: number,
  poll: (which: number) => void,
): () => void {
  const due = Float64Array.from(
    { length: pollers },
    () => performance.now() + everySeconds * 1000 * Math.random(),
  )
  const heap = Uint32Array.from({ length: pollers }, (_, index) => index)
  const dueAt = (place: number): number => due[heap[place] ?? 0] ?? Infinity
  const sink = (from: number): void => {
    const which = heap[from] ?? 0
    const moment = due[which] ?? Infinity
    let place = from
    for (;;) {
      let child = 2 * place + 1
      if (child >= pollers) break
      if (child + 1 < pollers && dueAt(child + 1) < dueAt(child)) child += 1
      if (dueAt(child) >= moment) break
      heap[place] = heap[child] ?? 0
      place = child
    }
    heap[place] = which
  }
  for (let place = pollers >> 1; place >= 0; place -= 1) sink(place)

  let timer: NodeJS.Timeout
  const tick = (): void => {
    const now = performance.now()
    while (dueAt(0) <= now) {
      const which = heap[0] ?? 0
      poll(which)
      due[which] = now + everySeconds * 1000 * (0.9 + 0.2 * Math.random())
      sink(0)
    }
    timer = setTimeout(tick, Math.max(TICK_MS, dueAt(0) - performance.now()))
  }
  tick()
  return () => clearTimeout(timer)
}
