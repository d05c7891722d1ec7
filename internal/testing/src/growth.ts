/** Letters of the smallest input. */
const LETTERS = 16_384
/** Seconds of work that one measurement should last, so that the clock and the collector hardly count. */
const LEAST_SECONDS = 0.002
const MAX_ROUNDS = 25
/** Rounds that are always made: the smallest of fewer may be the one that was disturbed. */
const LEAST_ROUNDS = 3
/** A linear reader costs four times as much; one whose work grows with the square sixteen times. */
const WELL_BELOW = 5
/** Measurements after which a reader that looks bad each time is bad: a busy machine spoils several in a row. */
const MAX_ATTEMPTS = 9
/** Seconds that no disturbance lasts for three rounds. */
const CLEARLY_SLOW = 0.5

/** What reading four times as much may cost at most. */
export const MAX_GROWTH = 6

/**
 * How much more it costs to read four times as much: about 4 for a reader that is linear, 16 for one that is not.
 * 64 Ki letters are compared with 16 Ki; where that looks bad, 256 Ki with 64 Ki, and the first again, some times in
 * turn; the best one counts.
 * Measures processor time, not the clock on the wall, and takes the smallest of several rounds: other
 * programs can only make a round slower. What the reader throws is part of its work.
 *
 * @param read - The reader under test.
 * @param make - Makes an input of about so many letters: the nastiest of its kind.
 * @returns The ratio, to be compared with `MAX_GROWTH`.
 * @example
 * expect(growthOf(parseJson, (letters) => `"${'1'.repeat(letters)}"`)).toBeLessThan(MAX_GROWTH)
 */
export function growthOf<T>(read: (input: T) => unknown, make: (letters: number) => T): number {
  const first = measure(read, make, LETTERS)
  let best = first.growth
  if (first.seconds > CLEARLY_SLOW) return best
  // Where memory is asked for in another way from some size on, one step costs more and the next does not; and the
  // collector may have been at work in each of a few rounds. A reader that is not linear looks bad every time.
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
  let [smallest, biggest] = [Infinity, Infinity]
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    smallest = Math.min(smallest, secondsOf(read, small, times))
    biggest = Math.min(biggest, secondsOf(read, big, times))
    if (round >= LEAST_ROUNDS && (biggest / smallest < WELL_BELOW || biggest > CLEARLY_SLOW)) break
  }
  // A reader that refuses by the length alone costs nothing that could be measured.
  const growth = biggest < LEAST_SECONDS ? 1 : biggest / smallest
  return { growth, seconds: biggest }
}

/** How often the smaller input has to be read until that can be measured; this also lets the engine compile the reader. */
function timesFor<T>(read: (input: T) => unknown, input: T): number {
  let times = 1
  while (secondsOf(read, input, times) < LEAST_SECONDS && times < 1 << 16) times *= 2
  return times
}

function secondsOf<T>(read: (input: T) => unknown, input: T, times: number): number {
  const before = process.cpuUsage()
  for (let time = 0; time < times; time += 1) {
    try {
      read(input)
    } catch {
      // A refusal is an answer too.
    }
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
