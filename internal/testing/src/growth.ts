/** Number of characters of the smallest input. */
const LETTERS = 16_384
/**
 * Minimum duration of one measurement in seconds. Shorter measurements depend too much on the
 * clock and the garbage collector.
 */
const MIN_SECONDS = 0.002
const MAX_ROUNDS = 25
/**
 * Minimum number of rounds. With fewer rounds, other programs could have slowed down all of them.
 */
const MIN_ROUNDS = 3
/**
 * Growth below which no more rounds are necessary. Four times the input costs a linear reader four
 * times as much, and a quadratic reader sixteen times.
 */
const WELL_BELOW = 5
/**
 * Maximum number of measurements. A reader fails only if all are too high, because a busy machine
 * can disturb several in a row.
 */
const MAX_ATTEMPTS = 9
/**
 * Seconds after which a measurement needs no more rounds than the minimum. No disturbance makes
 * three rounds this slow.
 */
const CLEARLY_SLOW = 0.5

/** Maximum ratio between the cost of four times the input and the cost of the input. */
export const MAX_GROWTH = 6

/**
 * Cost of reading four times the input: about 4 for a linear reader, 16 for a quadratic one. Compares 64 Ki
 * characters with 16 Ki. If the result is too high, compares 256 Ki with 64 Ki and the first pair in turn. The lowest
 * ratio counts.
 * Measures processor time instead of elapsed time, and uses the fastest of several rounds. Other programs can only
 * make a round slower. Thrown errors are part of the work.
 *
 * @param read - The reader under test.
 * @param make - Creates the worst input of about this many characters.
 * @returns The ratio, to compare with `MAX_GROWTH`.
 * @example
 * expect(growthOf(parseJson, (letters) => `"${'1'.repeat(letters)}"`)).toBeLessThan(MAX_GROWTH)
 */
export function growthOf<T>(read: (input: T) => unknown, make: (letters: number) => T): number {
  const first = measure(read, make, LETTERS)
  let best = first.growth
  if (first.seconds > CLEARLY_SLOW) return best
  // Memory allocation or the garbage collector can make one measurement too high. A reader that is
  // not linear is too slow in every measurement.
  for (let attempt = 1; attempt < MAX_ATTEMPTS && best >= MAX_GROWTH; attempt += 1)
    best = Math.min(best, measure(read, make, attempt % 2 === 1 ? LETTERS * 4 : LETTERS).growth)
  return best
}

function measure<T>(
  read: (input: T) => unknown,
  make: (letters: number) => T,
  letters: number,
): { readonly growth: number; readonly seconds: number } {
  const small = make(letters)
  const big = make(letters * 4)
  const times = timesFor(read, small)
  let [smallSeconds, largeSeconds] = [Infinity, Infinity]
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    smallSeconds = Math.min(smallSeconds, secondsOf(read, small, times))
    largeSeconds = Math.min(largeSeconds, secondsOf(read, big, times))
    if (round >= MIN_ROUNDS && (largeSeconds / smallSeconds < WELL_BELOW || largeSeconds > CLEARLY_SLOW))
      break
  }
  // A reader that refuses long inputs takes too little time to measure.
  const growth = largeSeconds < MIN_SECONDS ? 1 : largeSeconds / smallSeconds
  return { growth, seconds: largeSeconds }
}

/**
 * Returns how often the reader must read the smaller input to be measurable. These reads also let
 * the engine compile the reader.
 */
function timesFor<T>(read: (input: T) => unknown, input: T): number {
  let times = 1
  while (secondsOf(read, input, times) < MIN_SECONDS && times < 1 << 16) times *= 2
  return times
}

function secondsOf<T>(read: (input: T) => unknown, input: T, times: number): number {
  const before = process.cpuUsage()
  for (let time = 0; time < times; time += 1) {
    try {
      read(input)
    } catch {
      // Errors are ignored because a reader may refuse the input.
    }
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
